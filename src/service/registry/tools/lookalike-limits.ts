/** Limits on comparing tools with those of other servers. */
export const lookalikeLimits = {
  /** Maximum number of tools to compare per server. */
  maxTools: 200,
  /** Maximum number of servers listed per tool. */
  maxServers: 10,
  /** Maximum number of servers that share a name. If more share it, the name is considered common. */
  maxServersPerName: 25,
  /** Minimum popularity of an imitated server. */
  minPopularity: 50,
} as const
