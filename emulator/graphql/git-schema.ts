/** The part of GitHub's Git schema that clients query: the head, folders and files. */
export const gitSchema = /* GraphQL */ `
  type Ref {
    id: ID!
    name: String!
    target: GitObject
  }

  interface GitObject {
    oid: String!
  }

  type Commit implements GitObject {
    oid: String!
  }

  type Tree implements GitObject {
    oid: String!
    entries: [TreeEntry!]
  }

  type TreeEntry {
    name: String!
    path: String
    type: String!
    mode: Int!
    object: GitObject
  }

  type Blob implements GitObject {
    oid: String!
    byteSize: Int!
    isBinary: Boolean
    isTruncated: Boolean!
    text: String
  }
`;
