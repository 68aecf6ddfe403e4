import mark from "../../../favicon.svg";

/** The name of the product, as a link to the console's overview. */
export function Brand() {
  return (
    <a class="brand" href="#/">
      <img src={mark} alt="" width="24" height="24" />
      docgate
    </a>
  );
}

/** Links to docgate's other pages for browsers. */
export function PageLinks() {
  return (
    <ul class="page-links">
      <li>
        <a href="./reference">API reference</a>
      </li>
      <li>
        <a href="./graphql">GraphQL explorer</a>
      </li>
      <li>
        <a href="./graph">Link graph</a>
      </li>
    </ul>
  );
}
