/** Limits on web pages. Each process counts requests separately. */
export const pageLimits = {
  /** Number of findings that a scan page reads and groups at once. */
  maxFindings: 500,
  /** Finding groups per scan page. On a phone, a group with long names takes 370 pixels. */
  maxReportGroups: 10,
  /** Findings with code per scan page. */
  maxReportCards: 4,
  /** Servers per registry page. */
  maxServers: 25,
  /** Servers in a list without pagination. */
  maxListedServers: 40,
  /** Suggestions per search text. */
  maxSuggestions: 8,
  /** Components per page of server dependencies. */
  maxComponents: 40,
  /** Groups per page of server findings. */
  maxGroups: 12,
  /** Findings per page of one group. */
  maxFindingsOfGroup: 8,
  /** Maximum number of listed versions per server. */
  maxVersions: 200,
  /** Maximum number of points in a server's history. */
  maxHistoryPoints: 100,
  /** Tools per server page. */
  maxTools: 40,
  /** Limits on page requests per network. */
  ceiling: {
    /** Sustained pages per second. */
    maxPagesPerSecond: 20,
    /** Burst of pages. */
    maxBurstPages: 120,
    /** Number of networks to track. */
    maxNetworks: 20_000,
  },
  /** Limits on scans that one network submits without signing in. */
  scansPerNetwork: {
    /** Scans per 15 minutes. */
    quarterHour: 20,
    /** Scans per day. */
    day: 200,
  },
  /** URLs per sitemap file. */
  maxSitemapUrls: 50_000,
  /** Organizations per page. */
  maxOrganizations: 50,
  /** Repositories per organization page. */
  maxRepositories: 15,
  /** Users in the audit log that the members page lists. */
  maxPeople: 25,
  /** API keys per page. */
  maxKeys: 20,
  /** Sessions that are visible without expanding the list. */
  maxUnfoldedSessions: 15,
  /** Number of days in an account's scan chart. */
  usageDays: 30,
  /** Entries per audit log page. */
  maxAuditEntries: 30,
} as const
