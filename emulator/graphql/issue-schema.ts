/** Common fields of issues and pull requests. */
const shared = /* GraphQL */ `
    id: ID!
    number: Int!
    title: String!
    body: String!
    url: String!
    author: Actor
    authorAssociation: String!
    milestone: Milestone
    assignees(first: Int, last: Int): UserConnection!
    labels(first: Int, last: Int): LabelConnection
    projectCards(first: Int, last: Int): ProjectCardConnection!
    reactionGroups: [ReactionGroup!]
    comments(first: Int, last: Int, after: String, before: String): IssueCommentConnection!
    locked: Boolean!
    closed: Boolean!
    closedAt: String
    createdAt: String!
    updatedAt: String!`;

/** The part of the issue schema that `gh` uses. The embedded forge has no labels or milestones. */
export const issueSchema = /* GraphQL */ `
  interface Actor {
    login: String!
    url: String!
  }

  type Bot implements Actor {
    id: ID!
    login: String!
    url: String!
  }

  type Issue implements Node {
    ${shared}
    state: IssueState!
    stateReason: IssueStateReason
    isPinned: Boolean
  }

  type PullRequest implements Node {
    ${shared}
    """GitHub uses its own type here, but a validated query for both kinds would then conflict."""
    state: IssueState!
    headRefName: String!
    headRepository: Repository
  }

  union IssueOrPullRequest = Issue | PullRequest

  type IssueConnection {
    nodes: [Issue]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type PullRequestConnection {
    nodes: [PullRequest]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type IssueComment {
    id: ID!
    author: Actor
    authorAssociation: String!
    body: String!
    url: String!
    createdAt: String!
    includesCreatedEdit: Boolean!
    isMinimized: Boolean!
    minimizedReason: String
    reactionGroups: [ReactionGroup!]
    viewerDidAuthor: Boolean!
  }

  type IssueCommentConnection {
    nodes: [IssueComment]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type IssueCommentEdge {
    node: IssueComment
  }

  type Label {
    id: ID!
    name: String!
    description: String
    color: String!
  }

  type LabelConnection {
    nodes: [Label]
    totalCount: Int!
    pageInfo: PageInfo!
  }

  type Milestone {
    number: Int!
    title: String!
    description: String
    dueOn: String
  }

  type UserConnection {
    nodes: [User]
    totalCount: Int!
  }

  type ProjectNamed {
    name: String!
  }

  type ProjectCard {
    project: ProjectNamed!
    column: ProjectNamed
  }

  type ProjectCardConnection {
    nodes: [ProjectCard]
    totalCount: Int!
  }

  type ReactionGroup {
    content: String!
    users: UserConnection!
  }

  enum IssueState {
    OPEN
    CLOSED
  }

  enum IssueStateReason {
    COMPLETED
    NOT_PLANNED
    REOPENED
  }

  enum IssueClosedStateReason {
    COMPLETED
    NOT_PLANNED
  }

  enum PullRequestState {
    OPEN
    CLOSED
    MERGED
  }

  enum IssueOrderField {
    CREATED_AT
    UPDATED_AT
    COMMENTS
  }

  input IssueOrder {
    field: IssueOrderField!
    direction: OrderDirection!
  }

  input IssueFilters {
    assignee: String
    createdBy: String
    mentioned: String
    labels: [String!]
    since: String
    states: [IssueState!]
  }

  input CreateIssueInput {
    repositoryId: ID!
    title: String!
    body: String
    assigneeIds: [ID!]
    labelIds: [ID!]
    milestoneId: ID
    clientMutationId: String
  }

  type CreateIssuePayload {
    issue: Issue
    clientMutationId: String
  }

  input AddCommentInput {
    subjectId: ID!
    body: String!
    clientMutationId: String
  }

  type AddCommentPayload {
    commentEdge: IssueCommentEdge
    subject: Issue
    clientMutationId: String
  }

  input CloseIssueInput {
    issueId: ID!
    stateReason: IssueClosedStateReason
    clientMutationId: String
  }

  type CloseIssuePayload {
    issue: Issue
    clientMutationId: String
  }

  input ReopenIssueInput {
    issueId: ID!
    clientMutationId: String
  }

  type ReopenIssuePayload {
    issue: Issue
    clientMutationId: String
  }
`;
