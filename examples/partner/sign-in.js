/** Signs a visitor in at docgate, and has this site's server check the token. */

const docgate = document.body.dataset.docgate;
const outcome = document.getElementById("outcome");
const signInForm = document.getElementById("sign-in");
const passcodeForm = document.getElementById("passcode");
const signedIn = document.getElementById("signed-in");
const claimRows = document.getElementById("claims");

/** The hash that docgate returned for a correct password, to be sent with the passcode. */
let challenge = "";
/** In memory only: any script on the page could later take tokens from storage. */
let refreshToken = "";

onSubmit(signInForm, async ({ email, password }) => {
  const answer = await askDocgate("/v1/auth/access_token", { email, password });
  if (answer.success && answer.statusCode === 201) {
    challenge = answer.result.hash;
    show(passcodeForm, "A passcode was sent to you.");
  } else if (answer.success) {
    await accept(answer.result, "You are signed in.");
  } else {
    show(signInForm, "Signing in was refused. Check the email and the password.");
  }
});

onSubmit(passcodeForm, async ({ pin }) => {
  const answer = await askDocgate("/v1/auth/otp/confirm", { pin, token: challenge });
  if (answer.success) await accept(answer.result, "You are signed in.");
  else signOut("That passcode was wrong or too old. Please sign in again.");
});

onClick("refresh", async () => {
  // A refresh token works once, and using it twice ends the session: it is discarded here.
  const spent = refreshToken;
  refreshToken = "";
  const answer = await askDocgate("/v1/auth/refresh_token", { refresh_token: spent });
  if (answer.success) await accept(answer.result, "The tokens are new.");
  else signOut("The session has ended. Please sign in again.");
});

onClick("sign-out", async () => signOut("You are signed out."));

/** Uses new tokens once this site's server has verified the access token. */
async function accept(tokens, message) {
  const { valid, claims } = await ask("/verify", { access_token: tokens.access_token });
  if (!valid) {
    signOut("This site could not verify what docgate answered.");
    return;
  }
  refreshToken = tokens.refresh_token;
  claimRows.replaceChildren(...Object.entries(claims).map(claimRow));
  show(signedIn, message);
}

function signOut(message) {
  challenge = "";
  refreshToken = "";
  claimRows.replaceChildren();
  show(signInForm, message);
}

function claimRow([name, value]) {
  const isTime = name === "iat" || name === "exp";
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = name;
  const cell = document.createElement("td");
  cell.textContent = isTime ? new Date(value * 1000).toISOString() : String(value);
  const row = document.createElement("tr");
  row.append(head, cell);
  return row;
}

/** Shows one of the three parts, and says what happened. */
function show(part, message) {
  outcome.textContent = message;
  if (!part.hidden) return;
  for (const one of [signInForm, passcodeForm, signedIn]) one.hidden = one !== part;
  // The element that had the focus is hidden now.
  const first = part.querySelector("input") ?? part;
  first.focus();
}

function askDocgate(path, body) {
  return ask(docgate + path, body);
}

async function ask(url, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    // docgate recognises a visitor only by the tokens.
    credentials: "omit",
  });
  return response.json();
}

function onSubmit(form, work) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    for (const input of form.querySelectorAll("[name=password], [name=pin]")) input.value = "";
    void run(form.querySelector("button"), () => work(fields));
  });
}

function onClick(id, work) {
  const button = document.getElementById(id);
  button.addEventListener("click", () => void run(button, work));
}

/** Prevents a form from being submitted again before the first response. */
async function run(button, work) {
  button.disabled = true;
  outcome.textContent = "One moment …";
  try {
    await work();
  } catch {
    signOut("docgate did not answer. Please try again.");
  } finally {
    button.disabled = false;
  }
}
