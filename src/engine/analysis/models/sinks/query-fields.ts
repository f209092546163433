/** GraphQL documents: an operation, or a selection of a field with arguments. */
const graphql =
  /^\s{0,200}(?:(?:query|mutation|subscription)\b[^"']*\{|\{\s{0,200}\w{1,100}\s{0,200}(?:\w{1,100}\s{0,200})?[({])/

/** A comparison with a string: `title ~ "`, `name contains '`. */
const comparison =
  /[\w\])]\s{0,20}(?:[=~<>:]|!=|\b(?:contains|like|eq|ne|in|is|startswith|matches)\b)\s{0,20}\(?\s{0,20}["']/i

/**
 * Request fields, options, and parameters that contain queries in service-specific languages: Jira, Confluence,
 * Salesforce, Azure, Dynatrace, Splunk, Grafana, New Relic.
 */
export const queryLanguageFields: readonly string[] =
  'jql cql soql sosl kql dql wiql spl nrql fql logql promql sparql cypher gql query q $filter filterByFormula'.split(
    ' ',
  )

/** Text that indicates a query language, at the start or anywhere, for fields whose name does not imply one. */
export const openingParts: ReadonlyMap<string, RegExp> = new Map([
  ['query', new RegExp(`${graphql.source}|${comparison.source}`, 'i')],
  ['q', comparison],
])

/** Constant text that ends where a value follows: after a quote, an operator, or a bracket. */
export const queryComposition = /(?:["'=~<>(,:[]|\b(?:in|like|contains|eq|and|or|by|is|from))\s*$/i
