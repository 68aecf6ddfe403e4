import { describe, expect, it } from "vitest";
import { updateApiKey } from "../../../../runtime/partner/chain/api-keys.ts";
import { deleteConsumer, updateConsumer } from "../../../../runtime/partner/chain/consumers.ts";
import { createContract } from "../../../../runtime/partner/chain/contracts.ts";
import type { Platform } from "../../../../runtime/partner/platform.ts";
import { confirmPasscode } from "../../../../runtime/partner/sign-in/passcode.ts";
import { refresh } from "../../../../runtime/partner/sign-in/refresh.ts";
import { signIn } from "../../../../runtime/partner/sign-in/sign-in.ts";
import { contractFields } from "../../../support/access-chain.ts";
import { createWorld, pinOf, type Tenant, type World } from "./set-up.ts";

const ADDRESS = "192.0.2.1";
const CREDENTIALS = { address: ADDRESS, email: "ada@example.com", password: "right" };

interface Scene {
  readonly world: World;
  readonly tenant: Tenant;
  readonly ada: string;
}

function changeConsumer({ world, ada: id }: Scene, fields: object) {
  return world.change((change) => updateConsumer(change, { id, fields }));
}

/** The changes that an administrator may make while the tokens are signed. */
const CHANGES: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "given another password": async (scene) => {
    const passwordHash = await scene.world.platform.passwords.hash("another");
    await changeConsumer(scene, { passwordHash });
  },
  "given another email": (scene) => changeConsumer(scene, { email: "eve@example.com" }),
  "moved to another contract, which the key has now": (scene) =>
    scene.world.change(async (change) => {
      const contract = await createContract(change, contractFields({ name: "another" }));
      const fields = { contractId: contract.id };
      await updateConsumer(change, { id: scene.ada, fields });
      await updateApiKey(change, { id: scene.tenant.apiKeyId, fields });
    }),
  deleted: ({ world, ada }) => world.change((change) => deleteConsumer(change, ada)),
};

async function build(policy: object = {}): Promise<Scene> {
  const world = await createWorld();
  const tenant = await world.addTenant(policy);
  return { world, tenant, ada: await world.addConsumer(tenant) };
}

/** Creates a platform on which something happens once, while tokens are signed. */
function interrupted({ platform }: World, meanwhile: () => Promise<unknown>): Platform {
  const { vault } = platform;
  let isDone = false;
  return {
    ...platform,
    vault: {
      ...vault,
      async open(identity, sealed) {
        if (!isDone) {
          isDone = true;
          await meanwhile();
        }
        return vault.open(identity, sealed);
      },
    },
  };
}

describe.each(Object.entries(CHANGES))(
  "CHAIN-C15: a consumer who is %s while the tokens are signed",
  (_, meanwhile) => {
    it("gets no tokens for the password, and none is stored", async () => {
      const scene = await build();
      const { world, tenant } = scene;
      const platform = interrupted(world, () => meanwhile(scene));

      const { origin } = tenant;
      expect(await signIn(platform, { origin, ...CREDENTIALS })).toEqual({ kind: "refused" });

      expect(await platform.store.read.refreshTokens.count({})).toBe(0);
      expect(await platform.store.read.knownNetworks.count({})).toBe(0);
    });

    it("gets no tokens for the passcode, and none is stored", async () => {
      const scene = await build({ otpInsideRegistration: true });
      const { world, tenant } = scene;
      const { origin } = tenant;
      const started = await signIn(world.platform, { origin, ...CREDENTIALS });
      const proof = { hash: (started as { hash: string }).hash, pin: pinOf(world.mails[0]) };
      const platform = interrupted(world, () => meanwhile(scene));

      const confirmed = await confirmPasscode(platform, { origin, address: ADDRESS, ...proof });

      expect(confirmed).toEqual({ kind: "expired" });
      expect(await platform.store.read.refreshTokens.count({})).toBe(0);
    });
  },
);

it("CHAIN-C15: changes unrelated to the sign-in do not stop it", async () => {
  const scene = await build();
  const { world, tenant } = scene;
  const registration = { registration: "outside" };
  const platform = interrupted(world, () => changeConsumer(scene, registration));
  const { origin } = tenant;

  const signedIn = await signIn(platform, { origin, ...CREDENTIALS });

  const { refreshToken } = signedIn as { refreshToken: string };
  expect(await refresh(platform, { origin, refreshToken })).toMatchObject({ kind: "tokens" });
});
