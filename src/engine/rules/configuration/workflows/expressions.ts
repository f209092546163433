/** `${{ … }}` expression in a string. */
export interface Expression {
  /** Expression including its braces. */
  readonly text: string
  /** Text between the braces. */
  readonly inner: string
}

/** Returns the expressions in a string, except for those longer than 1,000 characters. */
export function expressionsIn(text: string): Expression[] {
  return text.includes('${{')
    ? [...text.matchAll(/\$\{\{([^}]{1,1000})\}\}/g)].map(([whole, inner = '']) => ({ text: whole, inner }))
    : []
}

/** Contexts that authors of issues, pull requests, comments, and forks control, according to GitHub's documentation. */
const untrustedContexts = new RegExp(
  [
    String.raw`\bgithub\.event\.(?:issue|discussion|pull_request)\.(?:title|body)\b`,
    String.raw`\bgithub\.event\.(?:comment|review|review_comment)\.body\b`,
    String.raw`\bgithub\.event\.pull_request\.head\.(?:ref|label|repo\.(?:default_branch|description|homepage))\b`,
    String.raw`\bgithub\.event\.pages\.[\w*]{1,20}\.page_name\b`,
    String.raw`\bgithub\.event\.(?:commits\.[\w*]{1,20}|head_commit)\.(?:message|` +
      String.raw`(?:author|committer)\.(?:name|email))\b`,
    String.raw`\bgithub\.event\.workflow_run\.(?:head_branch|display_title|` +
      String.raw`head_commit\.(?:message|author\.(?:name|email))|head_repository\.description|` +
      String.raw`pull_requests\.[\w*]{1,20}\.head\.ref)\b`,
    String.raw`\bgithub\.head_ref\b`,
    String.raw`\btojson\(\s{0,9}github(?:\.event(?:\.(?:issue|comment|pull_request|discussion|review|` +
      String.raw`head_commit|commits))?)?\s{0,9}\)`,
  ].join('|'),
  'i',
)

/** Functions and comparisons that return only booleans. */
const booleanPart = new RegExp(
  String.raw`\b(?:contains|startswith|endswith)\([^()]{0,400}\)|` +
    String.raw`[\w.*'[\]-]{1,200}\s{0,9}[!=]=\s{0,9}[\w.*'[\]-]{1,200}|` +
    String.raw`'[^']{0,400}'\s{0,9}[!=]=\s{0,9}[\w.*[\]-]{1,200}`,
  'gi',
)

/**
 * Returns the untrusted context that an expression inserts, such as `github.event.issue.title`, or else the `env`
 * variable that it inserts.
 */
export function insertedInput({ inner }: Expression): { readonly untrusted?: string; readonly variable?: string } {
  const plain = inner
    .replaceAll(/\[\s{0,9}'([\w-]{1,100})'\s{0,9}\]/g, '.$1')
    .replaceAll(/\[\s{0,9}(?:\d{1,6}|\*)\s{0,9}\]/g, '.0')
    .replaceAll(booleanPart, ' ')
  const untrusted = untrustedContexts.exec(plain)?.[0]
  if (untrusted !== undefined) return { untrusted }
  const variable = /\benv\.(\w{1,100})/i.exec(plain)?.[1]
  return variable === undefined ? {} : { variable }
}
