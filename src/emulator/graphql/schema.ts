/** As much of the real forge's GraphQL as a setup and an inventory of repositories ask for. */
export const schemaText = /* GraphQL */ `
  type Query {
    viewer: User!
    user(login: String!): User
    organization(login: String!): Organization
    repository(owner: String!, name: String!, followRenames: Boolean = true): Repository
    rateLimit(dryRun: Boolean = false): RateLimit
  }

  interface RepositoryOwner {
    id: ID!
    login: String!
    url: String!
    repositories(first: Int, last: Int, after: String, before: String): RepositoryConnection!
  }

  type User implements RepositoryOwner {
    id: ID!
    databaseId: Int
    login: String!
    name: String
    url: String!
    repositories(first: Int, last: Int, after: String, before: String): RepositoryConnection!
  }

  type Organization implements RepositoryOwner {
    id: ID!
    databaseId: Int
    login: String!
    name: String
    url: String!
    viewerCanAdminister: Boolean!
    repositories(first: Int, last: Int, after: String, before: String): RepositoryConnection!
  }

  type RepositoryConnection {
    nodes: [Repository]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }

  type Repository {
    id: ID!
    databaseId: Int
    name: String!
    nameWithOwner: String!
    owner: RepositoryOwner!
    description: String
    url: String!
    isPrivate: Boolean!
    isArchived: Boolean!
    isFork: Boolean!
    isInOrganization: Boolean!
    visibility: RepositoryVisibility!
    viewerPermission: RepositoryPermission
    viewerCanAdminister: Boolean!
    hasIssuesEnabled: Boolean!
    hasWikiEnabled: Boolean!
    mergeCommitAllowed: Boolean!
    rebaseMergeAllowed: Boolean!
    squashMergeAllowed: Boolean!
    parent: Repository
    defaultBranchRef: Ref
    createdAt: String!
    updatedAt: String!
    pushedAt: String
  }

  type Ref {
    id: ID!
    name: String!
  }

  type RateLimit {
    cost: Int!
    limit: Int!
    remaining: Int!
    used: Int!
    resetAt: String!
    nodeCount: Int!
  }

  enum RepositoryVisibility {
    PUBLIC
    PRIVATE
    INTERNAL
  }

  enum RepositoryPermission {
    ADMIN
    MAINTAIN
    WRITE
    TRIAGE
    READ
  }
`;
