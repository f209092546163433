/** Base URLs of the public package registries, advisory feeds, and APIs. No other file contains them. */
export const publicAddresses = {
  npmRegistry: 'https://registry.npmjs.org/',
  githubApi: 'https://api.github.com',
  githubOidcIssuer: 'https://token.actions.githubusercontent.com',
  pypiIndex: 'https://pypi.org/',
  pypiFiles: 'https://files.pythonhosted.org/',
  mavenRepository: 'https://repo.maven.apache.org/maven2/',
  cratesIndex: 'https://index.crates.io/',
  sigstoreTrust: 'https://tuf-repo-cdn.sigstore.dev',
  osvExport: 'https://osv-vulnerabilities.storage.googleapis.com',
  kevCatalogue: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  epssScores: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  mcpRegistry: 'https://registry.modelcontextprotocol.io',
  npmDownloads: 'https://api.npmjs.org/downloads',
} as const
