/** GraphQL documents: an operation, or a selection of a field with arguments. */
const graphql =
  /^\s{0,200}(?:(?:query|mutation|subscription)\b[^"']*\{|\{\s{0,200}\w{1,100}\s{0,200}(?:\w{1,100}\s{0,200})?[({])/

/** A comparison with a text: `title ~ "`, `name contains '`. */
const comparison =
  /[\w\])]\s{0,20}(?:[=~<>:]|!=|\b(?:contains|like|eq|ne|in|is|startswith|matches)\b)\s{0,20}\(?\s{0,20}["']/i

/**
 * Fields of requests, options of calls, and parameters that have the text of a query, in languages that only services
 * read: Jira, Confluence, Salesforce, Azure, Dynatrace, Splunk, Grafana, New Relic.
 */
export const queryLanguageFields: readonly string[] =
  'jql cql soql sosl kql dql wiql spl nrql fql logql promql sparql cypher gql query q $filter filterByFormula'.split(
    ' ',
  )

/** What texts begin with, or contain, in fields whose name says nothing about a language. */
export const openingParts: ReadonlyMap<string, RegExp> = new Map([
  ['query', new RegExp(`${graphql.source}|${comparison.source}`, 'i')],
  ['q', comparison],
])

/** A constant part that ends where a value follows: after a quote, an operator, or a bracket. */
export const queryComposition = /(?:["'=~<>(,:[]|\b(?:in|like|contains|eq|and|or|by|is|from))\s*$/i
