import type { SummaryLinks } from './check-run-input.ts'
import { markdownCode } from './markdown.ts'

/**
 * Returns a Markdown link to a URL that may include untrusted parts. If the URL is not http or https, returns the text
 * without a link.
 */
export function link(markdown: string, url: string | undefined): string {
  const href = url === undefined ? undefined : linkable(url)
  return href === undefined ? markdown : `[${markdown}](<${href}>)`
}

/**
 * Escapes a URL so that it cannot end a Markdown link or a table cell. Returns undefined for schemes other than http
 * and https.
 */
function linkable(url: string): string | undefined {
  const parsed = URL.parse(url.toWellFormed())
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') return undefined
  return parsed.href.replaceAll(
    /[|<>\\`\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** Formats `path:line` as code that links to the line in the scanned commit. */
export function fileLink(
  { path, line }: { readonly path: string; readonly line?: number | undefined },
  links: SummaryLinks,
): string {
  const text = markdownCode(line === undefined ? path : `${path}:${line}`)
  if (links.filesUrl === undefined) return text
  const steps = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return link(text, `${links.filesUrl}/${steps}${line === undefined ? '' : `#L${line}`}`)
}

/** Formats a rule ID as code that links to the rule's page. */
export function ruleLink(ruleId: string, { rulesUrl }: SummaryLinks): string {
  return link(markdownCode(ruleId), rulesUrl === undefined ? undefined : `${rulesUrl}/${encodeURIComponent(ruleId)}`)
}

/** Formats an advisory ID as code that links to the advisory's page. */
export const advisoryLink = ({ id, url }: { readonly id: string; readonly url: string }): string =>
  link(markdownCode(id), url)
