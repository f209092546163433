import type { ReadmeFacts } from '../model/project-facts.ts'

const install = /\binstall|\bset ?up\b|getting started|quick ?start|\bnpx\b|\buvx\b/i
const usage = /\busage\b|how to use|\btools?\b|\bcommands?\b|\bfeatures?\b|\bapi\b|quick ?start|getting started/i
const configuration = /configur|environment|\bsettings?\b|\boptions?\b|\bvariables?\b|\bauth|credentials/i
const examples = /example|\bdemo\b|screenshot/i

/**
 * Detects a README's sections by its headings in Markdown, reStructuredText, and HTML. Ignores lines in code blocks,
 * because `#` starts a shell comment there.
 */
export function readmeFacts(path: string, text: string): ReadmeFacts {
  const headings: string[] = []
  let [fence, blocks, before] = ['', 0, '']
  for (const line of text.split('\n', 20_000)) {
    const opened = /^\s{0,3}(```|~~~)/.exec(line)?.[1]
    if (opened !== undefined && (fence === '' || fence === opened)) {
      fence = fence === '' ? opened : ''
      if (fence !== '') blocks += 1
      continue
    }
    if (fence !== '') continue
    if (/^\s{0,3}\.\. code(?:-block)?::|::\s{0,3}$/.test(line)) blocks += 1
    const heading =
      /^\s{0,3}#{1,6}\s+(.{1,500})$/.exec(line)?.[1] ??
      /<h[1-6][^>]{0,200}>(.{1,500}?)<\/h[1-6]>/i.exec(line)?.[1] ??
      (/^(?:={3,}|-{3,}|~{3,})\s{0,3}$/.test(line) ? before : '')
    const words = heading.replaceAll(/<[^>]{0,200}>|[#*`_]/g, '').trim()
    if (words !== '' && headings.length < 100) headings.push(words.slice(0, 200))
    before = /^[\w`*"']/.test(line) ? line.slice(0, 500) : ''
  }
  const some = (pattern: RegExp) => headings.some((heading) => pattern.test(heading))
  return {
    path,
    bytes: Buffer.byteLength(text),
    headings,
    // Many READMEs contain installation commands without a heading.
    hasInstall:
      some(install) ||
      /\b(?:npm|pnpm|yarn) (?:i|install|add)\b|\bpip3? install\b|\bnpx -?y?\b|\buvx? \b|\bdocker run\b/.test(text),
    hasUsage: some(usage),
    hasConfiguration: some(configuration) || /"mcpServers"|\bmcpServers\b/.test(text),
    hasExamples: some(examples) || blocks > 0,
  }
}
