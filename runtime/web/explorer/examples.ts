/** A page of the served documentation that provides the variables of the examples. */
export interface SampleDoc {
  id: string;
  section: string;
  slug: string;
  title: string;
}

/** A prepared query. */
export interface Example {
  /** Root field that the example shows. */
  field: "meta" | "sections" | "docs" | "doc" | "search" | "hits" | "graph";
  title: string;
  description: string;
  query: string;
  /** Variables of the query that give a result in the corpus the sample comes from. */
  variables?(sample: SampleDoc): Record<string, string | number>;
}

/** Asks for the page that provides the variables of the examples. */
export const sampleQuery = "query Sample { docs(limit: 1) { id section slug title } }";

/** Replaces the page if there is none to ask for. */
export const placeholderDoc: SampleDoc = {
  id: "section/name",
  section: "section",
  slug: "/docs/section/name",
  title: "word",
};

/** Prepared queries; every root field has at least one. */
export const examples: Example[] = [
  {
    field: "meta",
    title: "Describe the API",
    description: "Its name, the number of docs and the names of the sections.",
    query: `query Meta {
  meta {
    name
    description
    docCount
    sections
    endpoint
  }
}
`,
  },
  {
    field: "sections",
    title: "List the sections",
    description: "Every section with its docs.",
    query: `query Sections {
  sections {
    name
    docCount
    docs {
      id
      title
    }
  }
}
`,
  },
  {
    field: "docs",
    title: "List the docs of a section",
    description: "The first docs of one section.",
    query: `query DocsOfSection($section: String, $limit: Int) {
  docs(section: $section, limit: $limit) {
    id
    title
    description
    category
    wordCount
  }
}
`,
    variables: ({ section }) => ({ section, limit: 10 }),
  },
  {
    field: "docs",
    title: "Filter the docs",
    description: "Docs of one section whose title, description or body contains a text.",
    query: `query FilterDocs($section: String, $search: String) {
  docs(section: $section, search: $search) {
    id
    title
    path
  }
}
`,
    variables: ({ section, title }) => ({ section, search: firstWord(title) }),
  },
  {
    field: "doc",
    title: "Read one doc",
    description: "A doc by its id: outline, Markdown body and outgoing links.",
    query: `query ReadDoc($id: ID) {
  doc(id: $id) {
    id
    title
    description
    headings {
      depth
      text
      anchor
    }
    body
    links
  }
}
`,
    variables: ({ id }) => ({ id }),
  },
  {
    field: "doc",
    title: "Find a doc by its slug",
    description: "The doc of a page of the documentation site.",
    query: `query DocBySlug($slug: String) {
  doc(slug: $slug) {
    id
    path
    title
    section
  }
}
`,
    variables: ({ slug }) => ({ slug }),
  },
  {
    field: "search",
    title: "Search",
    description: "Docs whose title, description or body contains a text.",
    query: `query Search($query: String!, $limit: Int) {
  search(query: $query, limit: $limit) {
    id
    title
    slug
    section
  }
}
`,
    variables: ({ title }) => ({ query: firstWord(title), limit: 5 }),
  },
  {
    field: "hits",
    title: "Search in words",
    description: "Places in the docs that answer a question, with excerpts.",
    query: `query Hits($query: String!) {
  hits(query: $query, limit: 5) {
    total
    corrections {
      from
      to
    }
    items {
      breadcrumbs
      heading {
        text
      }
      slug
      excerpt {
        text
        marks {
          start
          end
        }
      }
      missing
    }
  }
}
`,
    variables: ({ title }) => ({ query: title }),
  },
  {
    field: "doc",
    title: "Pages that link here",
    description: "A doc by its id, with the docs that link to it.",
    query: `query Backlinks($id: ID) {
  doc(id: $id) {
    title
    backlinks
  }
}
`,
    variables: ({ id }) => ({ id }),
  },
  {
    field: "graph",
    title: "Get the link graph",
    description: "Every page as a node, every cross-link as an edge.",
    query: `query Graph {
  graph {
    nodes {
      id
      title
      section
      slug
    }
    edges {
      from
      to
    }
  }
}
`,
  },
];

function firstWord(text: string): string {
  return /[\p{L}\p{N}]+/u.exec(text)?.[0] ?? text;
}
