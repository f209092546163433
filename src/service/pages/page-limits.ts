/** Limits on the web pages. Each process counts the requests of a network on its own. */
export const pageLimits = {
  /** Findings that the page of a scan reads and groups at once. */
  maxFindings: 500,
  /** Groups of findings on one page of a scan. Long names take 370 pixels each on a phone. */
  maxReportGroups: 10,
  /** Findings with their code on one page of a scan. */
  maxReportCards: 4,
  /** Servers on one page of the registry. */
  maxServers: 25,
  /** Servers of a list without pages. */
  maxListedServers: 40,
  /** Servers that a search suggests. */
  maxSuggestions: 8,
  /** Components on one page of the dependencies of a server. */
  maxComponents: 40,
  /** Groups on one page of the findings of a server. */
  maxGroups: 12,
  /** Findings of one group on one page. */
  maxFindingsOfGroup: 8,
  /** Versions of a server. */
  maxVersions: 200,
  /** Points of the history of a server. */
  maxHistoryPoints: 100,
  /** Tools on one page of a server. */
  maxTools: 40,
  /** Limits on the requests of one network. */
  ceiling: {
    /** Pages per second. */
    maxPagesPerSecond: 20,
    /** Pages at once. */
    maxBurstPages: 120,
    /** Networks whose requests are counted. */
    maxNetworks: 20_000,
  },
  /** Limits on the scans that one network submits without signing in. */
  scansPerNetwork: {
    /** Scans in 15 minutes. */
    quarterHour: 20,
    /** Scans in a day. */
    day: 200,
  },
  /** URLs in one part of the sitemap. */
  maxSitemapUrls: 50_000,
  /** Organizations on one page. */
  maxOrganizations: 50,
  /** Repositories on one page of an organization. */
  maxRepositories: 15,
  /** People of an account's audit log on the page of members. */
  maxPeople: 25,
  /** API keys on one page. */
  maxKeys: 20,
  /** Sessions that are listed unfolded. */
  maxUnfoldedSessions: 15,
  /** Days of the chart of an account's scans. */
  usageDays: 30,
  /** Entries on one page of the audit log. */
  maxAuditEntries: 30,
} as const
