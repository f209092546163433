/** Limits on web pages. Each process counts requests separately. */
export const pageLimits = {
  /** Number of findings that a scan page reads and groups at once. */
  maxFindings: 500,
  /** Number of finding groups per scan page. On a phone, a group with long names takes 370 pixels. */
  maxReportGroups: 10,
  /** Number of findings with code per scan page. */
  maxReportCards: 4,
  /** Number of servers per registry page. */
  maxServers: 25,
  /** Number of servers in a list without pagination. */
  maxListedServers: 40,
  /** Number of suggestions per search text. */
  maxSuggestions: 8,
  /** Number of components per page of server dependencies. */
  maxComponents: 40,
  /** Number of groups per page of server findings. */
  maxGroups: 12,
  /** Number of findings per page of one group. */
  maxFindingsOfGroup: 8,
  /** Maximum number of listed versions per server. */
  maxVersions: 200,
  /** Maximum number of points in a server's history. */
  maxHistoryPoints: 100,
  /** Number of tools per server page. */
  maxTools: 40,
  /** Limits on page requests per network. */
  ceiling: {
    /** Maximum sustained number of pages per second. */
    maxPagesPerSecond: 20,
    /** Maximum number of pages in a burst. */
    maxBurstPages: 120,
    /** Number of networks to track. */
    maxNetworks: 20_000,
  },
  /** Limits on scans submitted from one network without signing in. */
  scansPerNetwork: {
    /** Maximum number of scans per 15 minutes. */
    quarterHour: 20,
    /** Maximum number of scans per day. */
    day: 200,
  },
  /** Maximum number of URLs per sitemap file. */
  maxSitemapUrls: 50_000,
  /** Number of organizations per page. */
  maxOrganizations: 50,
  /** Number of repositories per organization page. */
  maxRepositories: 15,
  /** Maximum number of users from the audit log on the members page. */
  maxPeople: 25,
  /** Number of API keys per page. */
  maxKeys: 20,
  /** Number of sessions that are visible without expanding the list. */
  maxUnfoldedSessions: 15,
  /** Number of days in an account's scan chart. */
  usageDays: 30,
  /** Number of entries per audit log page. */
  maxAuditEntries: 30,
} as const
