import { gitSchema } from "./git-schema.ts";
import { issueSchema } from "./issue-schema.ts";

const repositories = `repositories(
    first: Int
    last: Int
    after: String
    before: String
    privacy: RepositoryPrivacy
    isFork: Boolean
    ownerAffiliations: [RepositoryAffiliation]
    affiliations: [RepositoryAffiliation]
    orderBy: RepositoryOrder
  ): RepositoryConnection!`;

const baseSchema = /* GraphQL */ `
  interface Node {
    id: ID!
  }

  type Query {
    node(id: ID!): Node
    viewer: User!
    user(login: String!): User
    organization(login: String!): Organization
    repositoryOwner(login: String!): RepositoryOwner
    repository(owner: String!, name: String!, followRenames: Boolean = true): Repository
    search(
      query: String!
      type: SearchType!
      first: Int
      last: Int
      after: String
      before: String
    ): SearchResultItemConnection!
    rateLimit(dryRun: Boolean = false): RateLimit
  }

  type Mutation {
    createRepository(input: CreateRepositoryInput!): CreateRepositoryPayload
    createIssue(input: CreateIssueInput!): CreateIssuePayload
    addComment(input: AddCommentInput!): AddCommentPayload
    closeIssue(input: CloseIssueInput!): CloseIssuePayload
    reopenIssue(input: ReopenIssueInput!): ReopenIssuePayload
  }

  interface RepositoryOwner {
    id: ID!
    login: String!
    url: String!
    ${repositories}
  }

  type User implements RepositoryOwner & Actor {
    id: ID!
    databaseId: Int
    login: String!
    name: String
    url: String!
    organizations(
      first: Int
      last: Int
      after: String
      before: String
    ): OrganizationConnection!
    ${repositories}
  }

  type Organization implements RepositoryOwner & Actor {
    id: ID!
    databaseId: Int
    login: String!
    name: String
    url: String!
    viewerCanAdminister: Boolean!
    ${repositories}
  }

  type RepositoryConnection {
    nodes: [Repository]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type OrganizationConnection {
    nodes: [Organization]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }

  type Repository implements Node {
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
    hasPullRequestsEnabled: Boolean!
    hasWikiEnabled: Boolean!
    mergeCommitAllowed: Boolean!
    rebaseMergeAllowed: Boolean!
    squashMergeAllowed: Boolean!
    parent: Repository
    defaultBranchRef: Ref
    isEmpty: Boolean!
    isTemplate: Boolean!
    sshUrl: String!
    homepageUrl: String
    stargazerCount: Int!
    forkCount: Int!
    diskUsage: Int
    primaryLanguage: Language
    languages(first: Int, after: String): LanguageConnection
    licenseInfo: License
    issue(number: Int!): Issue
    issueOrPullRequest(number: Int!): IssueOrPullRequest
    issues(
      first: Int
      last: Int
      after: String
      before: String
      states: [IssueState!]
      labels: [String!]
      orderBy: IssueOrder
      filterBy: IssueFilters
    ): IssueConnection!
    pullRequests(
      first: Int
      last: Int
      after: String
      before: String
      headRefName: String
      baseRefName: String
      states: [PullRequestState!]
      orderBy: IssueOrder
    ): PullRequestConnection!
    object(oid: String, expression: String): GitObject
    environments(first: Int, last: Int, after: String): EnvironmentConnection
    label(name: String!): Label
    labels(first: Int, last: Int, after: String, before: String): LabelConnection
    createdAt: String!
    updatedAt: String!
    pushedAt: String
  }

  type EnvironmentConnection {
    nodes: [Environment]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type Environment implements Node {
    id: ID!
    databaseId: Int
    name: String!
  }

  type Language {
    name: String!
  }

  type LanguageEdge {
    size: Int!
    node: Language!
  }

  type LanguageConnection {
    edges: [LanguageEdge]
    nodes: [Language]
    totalCount: Int!
  }

  type License {
    key: String!
    name: String!
    nickname: String
  }

  enum SearchType {
    REPOSITORY
    ISSUE
  }

  union SearchResultItem = Repository | Issue

  type SearchResultItemConnection {
    nodes: [SearchResultItem]
    repositoryCount: Int!
    issueCount: Int!
    pageInfo: PageInfo!
  }

  input CreateRepositoryInput {
    name: String!
    visibility: RepositoryVisibility!
    ownerId: ID
    description: String
    homepageUrl: String
    hasIssuesEnabled: Boolean
    hasWikiEnabled: Boolean
    teamId: ID
    template: Boolean
    clientMutationId: String
  }

  type CreateRepositoryPayload {
    repository: Repository
    clientMutationId: String
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

  enum RepositoryPrivacy {
    PUBLIC
    PRIVATE
  }

  enum RepositoryAffiliation {
    OWNER
    COLLABORATOR
    ORGANIZATION_MEMBER
  }

  enum OrderDirection {
    ASC
    DESC
  }

  enum RepositoryOrderField {
    CREATED_AT
    UPDATED_AT
    PUSHED_AT
    NAME
    STARGAZERS
  }

  input RepositoryOrder {
    field: RepositoryOrderField!
    direction: OrderDirection!
  }
`;

/** The part of GitHub's GraphQL schema that a setup, an inventory of repositories and `gh` use. */
export const schemaText = baseSchema + gitSchema + issueSchema;
