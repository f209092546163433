/** Limits on comparing tools with those of other servers. */
export const lookalikeLimits = {
  /** Tools per server. */
  maxTools: 200,
  /** Servers that are listed for each tool. */
  maxServers: 10,
  /** Number of servers that may share a name or a tool name. Above it, the name is common. */
  maxServersPerName: 25,
  /** Minimum popularity of a name that others may imitate. */
  minPopularity: 50,
} as const
