/** An expression `${{ … }}` in a text. */
export interface Expression {
  /** As it is written, with its braces. */
  readonly text: string
  /** What stands between them. */
  readonly inner: string
}

/** Expressions of a text; longer ones than a thousand characters nobody writes. */
export function expressionsIn(text: string): Expression[] {
  return text.includes('${{')
    ? [...text.matchAll(/\$\{\{([^}]{1,1000})\}\}/g)].map(([whole, inner = '']) => ({ text: whole, inner }))
    : []
}

/**
 * What whoever opens an issue, a pull request or a discussion, comments or pushes to a fork writes: GitHub's own list
 * of untrusted input.
 */
const strangersWords = new RegExp(
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

/** Functions and comparisons of which only true or false comes out. */
const judging = new RegExp(
  String.raw`\b(?:contains|startswith|endswith)\([^()]{0,400}\)|` +
    String.raw`[\w.*'[\]-]{1,200}\s{0,9}[!=]=\s{0,9}[\w.*'[\]-]{1,200}|` +
    String.raw`'[^']{0,400}'\s{0,9}[!=]=\s{0,9}[\w.*[\]-]{1,200}`,
  'gi',
)

/**
 * The words of a stranger that an expression puts in, such as `github.event.issue.title`, or else the name in `env` of
 * what it puts in; neither where it puts in nothing of the kind.
 */
export function wordsIn({ inner }: Expression): { readonly strangers?: string; readonly variable?: string } {
  const plain = inner
    .replaceAll(/\[\s{0,9}'([\w-]{1,100})'\s{0,9}\]/g, '.$1')
    .replaceAll(/\[\s{0,9}(?:\d{1,6}|\*)\s{0,9}\]/g, '.0')
    .replaceAll(judging, ' ')
  const strangers = strangersWords.exec(plain)?.[0]
  if (strangers !== undefined) return { strangers }
  const variable = /\benv\.(\w{1,100})/i.exec(plain)?.[1]
  return variable === undefined ? {} : { variable }
}
