import { type Content, html } from '../html.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import { shownDay } from '../moment.ts'
import { markedText } from '../parts/marked-text.ts'
import { rules } from '../rules/listed-rules.ts'
import { visibleText } from '../visible-text.ts'
import type { VerdictFacts } from './find-verdict.ts'
import { tabAddress } from './server-tabs.ts'
import { versionText } from './version-choice.ts'

/** Recommended action for the displayed version. */
export type Advice = 'reject' | 'read' | 'review' | 'accept'

/**
 * Returns the advice on installing the displayed version: do not install it, read its findings, review it, or install
 * it.
 */
export function adviceOf({ severity, isCertain, isDevelopmentOnly, isNotRunning }: VerdictFacts): Advice {
  if (severity === 'critical' || severity === 'high')
    return isDevelopmentOnly || isNotRunning ? 'review' : isCertain ? 'reject' : 'read'
  return severity === 'medium' ? 'review' : 'accept'
}

/**
 * Returns the verdict as a paragraph: what to do with the displayed version, why, and which version is better. Returns
 * undefined if the server has no grade.
 */
export function verdictSentence(server: RegistryServerRow, facts: VerdictFacts): Content {
  if (server.grade === null) return undefined
  const version = html`<bdi>${server.version === null ? 'this server' : versionText(server.version)}</bdi>`
  const advice = adviceOf(facts)
  const worst = facts.worst && html`<a href=${tabAddress(server.slug, 'findings')}>${problemOf(facts.worst)}</a>`
  return html`
    <p class="verdict-line">
      ${
        advice === 'reject'
          ? html`<strong>Do not install ${version}: ${worst}.</strong>`
          : advice === 'read'
            ? html`<strong>Do not install ${version} without reading its findings: ${worst}.</strong>`
            : advice === 'review'
              ? html`
                <strong>Review ${version} before you install it: ${worst}.</strong>
                ${facts.isDevelopmentOnly && ' This finding affects only development dependencies.'}
                ${facts.isNotRunning && ' The project does not run the vulnerable code.'}
              `
              : html`
                <strong>Assay found nothing above low severity in ${version}.</strong> This does not prove that the
                server is safe: see <a href="/docs/detection">what Assay misses</a>, and review
                the <a href=${tabAddress(server.slug, 'tools')}>tools</a> that you enable.
              `
      }
      ${betterText(server, facts, advice)}
      ${
        facts.unscanned !== undefined &&
        html`
          ${' '}<bdi>${versionText(facts.unscanned)}</bdi> is the current version. Assay has not scanned it
          completely yet.
        `
      }
    </p>
  `
}

function betterText(
  { sourceType }: RegistryServerRow,
  { newer, earlier, worst, unscanned }: VerdictFacts,
  advice: Advice,
): Content {
  if (newer) {
    const { version, results, scannedAt } = newer.version
    const name = html`<strong><bdi>${versionText(version)}</bdi></strong>`
    const grade = html`had grade ${results.grade} when Assay scanned it on ${shownDay(scannedAt)}`
    const isSevere = results.vulnerabilities.critical > 0 || results.vulnerabilities.high > 0
    if (newer.isFixed === true && advice !== 'accept')
      return isSevere
        ? html`${' '}${name} fixes it, but has other serious findings: it ${grade}.`
        : html`${' '}${name} <strong>fixes it</strong> and ${grade}.`
    return html`${' '}The current version ${name} ${grade}.`
  }
  if (advice !== 'reject' && advice !== 'read') return undefined
  if (earlier)
    return html`
      ${' '}The earlier version <bdi>${versionText(earlier.version)}</bdi> had grade ${earlier.results.grade} when Assay
      scanned it on ${shownDay(earlier.scannedAt)}. Assay has not checked it since.
    `
  const fixedVersion = worst && isOwnProblem(worst) ? worst.advisory?.fixedVersion : undefined
  if (fixedVersion !== undefined)
    return html`${' '}The advisory names <bdi>${versionText(fixedVersion)}</bdi> as the fixed version.`
  return sourceType !== 'git' && unscanned === undefined && ' Assay knows no better current version.'
}

/** Reports whether the finding is about the server's own package rather than a dependency. */
const isOwnProblem = ({ component }: Finding) => component?.introducedBy[0]?.path.length === 1

const ruleTitles: ReadonlyMap<string, string> = new Map(rules.map(({ id, title }) => [id, title]))

/** Returns a finding as part of a sentence. A withheld finding is named by the title of its rule, up to the colon. */
function problemOf(finding: Finding): Content {
  const { title, ruleId, component, category } = finding
  if (component) {
    const subject = `${component.name} ${component.version}`
    const problem = title.startsWith(`${subject}: `) ? title.slice(subject.length + 2) : title
    return html`
      <bdi>${markedText(visibleText(problem, 200))}</bdi>
      ${!isOwnProblem(finding) && html`${' '}in its dependency <bdi>${visibleText(subject, 120)}</bdi>`}
    `
  }
  const weakness = title === ruleTitles.get(ruleId) ? (title.split(': ', 1)[0] ?? title) : title
  const text = category === 'code' && /^[A-Z][a-z]/.test(weakness) ? lowerFirst(weakness) : weakness
  return html`<bdi>${markedText(visibleText(text, 200))}</bdi>`
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
