import { useState } from "preact/hooks";
import { create, list } from "../api/collections.ts";
import { newIdempotencyKey } from "../api/idempotency-key.ts";
import type { Space } from "../api/types.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { TextField } from "../parts/field.tsx";
import { Form, useForm } from "../parts/form.tsx";
import { useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { useSession } from "../session.tsx";

interface FirstSpaceProps {
  readonly onMade: (space: Space) => void;
}

/** Offers to create a space if there is none, because a contract without spaces offers nothing. */
export function FirstSpace({ onMade }: FirstSpaceProps) {
  const { may } = useSession();
  const { loading, replace } = useLoad(
    async (signal) =>
      may("directory") &&
      (await list("spaces", { query: { limit: 1 }, signal })).items.length === 0,
    [],
  );
  if (loading.state !== "ready" || !loading.value) return null;
  if (!may("directory:w")) {
    return (
      <Card title="There is no space yet">
        <p>
          A space is what a partner may offer. Whoever administers the directory can make one; it
          can be put into the contract at any time.
        </p>
      </Card>
    );
  }
  return (
    <FirstSpaceForm
      onMade={(space) => {
        replace(false);
        onMade(space);
      }}
    />
  );
}

function FirstSpaceForm({ onMade }: FirstSpaceProps) {
  const announce = useAnnounce();
  const [idempotencyKeys] = useState(new Map<string, string>());
  const form = useForm({
    initial: { title: "" },
    findMistakes: ({ title }) => (title.trim() === "" ? { title: "Enter a title." } : {}),
  });

  async function save(): Promise<void> {
    const input = form.values;
    const idempotencyKey = idempotencyKeys.get(input.title) ?? newIdempotencyKey();
    idempotencyKeys.set(input.title, idempotencyKey);
    const { item } = await create("spaces", { input, idempotencyKey });
    announce("The space is made, and is in the contract.");
    onMade(item);
  }

  return (
    <Card
      title="A first space"
      about="There is no space yet. A space is what a partner may offer; it is made at once, and agents can be put into it later."
    >
      <Form state={form} onSubmit={save} submitLabel="Create space">
        <TextField
          form={form}
          name="title"
          label="Title"
          hint="What it is about, as partners show it to their visitors."
          isRequired
        />
      </Form>
    </Card>
  );
}
