/** Limits on comparing tools with those of other servers. */
export const lookalikeLimits = {
  /** Tools of one server. */
  maxTools: 200,
  /** Servers that are named for each tool. */
  maxServers: 10,
  /** Servers that may share a name, or a tool of a name, before it counts as common. */
  maxServersPerName: 25,
  /** Popularity from which a name counts as one that others imitate. */
  minPopularity: 50,
} as const
