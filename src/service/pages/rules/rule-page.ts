import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { listServersOfRule } from '../../db/registry/figures.ts'
import type { RuleDocument } from '../../../engine/model/rule.ts'
import type { Page } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleLines, visibleText } from '../visible-text.ts'
import { categoryTitles, rulePath, rules } from './listed-rules.ts'
import { reviewedHitsOf } from './reviewed-hits.ts'
import { languagesOf, languageTitles } from './rule-languages.ts'
import { rulesAddress } from './rules-query.ts'

/** Maximum number of servers on a rule page. */
const maxServers = 20

/** Returns a rule's page with the public servers in which it was found, or undefined for an unknown rule. */
export async function servedRulePage(db: Database, id: string): Promise<Page | undefined> {
  return rulePage(id) && rulePage(id, await listServersOfRule(db, id, { limit: maxServers }))
}

/** Public servers with open findings for a rule. */
type FoundIn = Awaited<ReturnType<typeof listServersOfRule>>

/** Returns a rule's page, or undefined if the rule does not exist. */
export function rulePage(id: string, foundIn?: FoundIn): Page | undefined {
  const rule = rules.find((each) => each.id === id)
  if (!rule) return undefined
  const { title, severity, precision, category, what, why, remediation, examples } = rule
  return {
    title,
    description: plain(what).slice(0, 200),
    canonicalPath: rulePath(id),
    section: 'rules',
    content: html`
      <p class="crumbs">
        <a href="/rules">Rules</a> › <a href=${rulesAddress({ category })}>${categoryTitles[category]}</a>
      </p>
      <section class="card">
        <h1>${title}</h1>
        <p>
          <span class=${`label ${severityTone[severity]}`}>${severity}</span>${' '}
          <span class="label calm">precision ${precision}</span>${' '}
          <span class="label calm">${categoryTitles[category]}</span> <code>${id}</code>
        </p>
        <h2>Description</h2>
        <p>${markedText(what)}</p>
        <h2>Risk</h2>
        <p>${markedText(why)}</p>
        <h2>Remediation</h2>
        <p>${markedText(remediation)}</p>
        ${references(rule)}
      </section>
      <section class="card">
        <h2>Measured precision</h2>
        ${measuredPrecision(id)}
      </section>
      ${foundIn && serversSection(foundIn)}
      <section class="card">
        <h2>Reported examples</h2>
        ${examples.bad.map((text, index) => example(text, 'worst', `Bad example ${index + 1}`))}
        <h2>Accepted examples</h2>
        ${examples.good.map((text, index) => example(text, 'best', `Good example ${index + 1}`))}
      </section>
    `,
  }
}

/** Returns the public servers with open findings for a rule, most downloads first. */
function serversSection({ servers, total, isMore }: FoundIn): Content {
  const number = `${isMore ? 'at least ' : ''}${shownNumber(total)} public ${total === 1 ? 'server' : 'servers'}`
  return html`
    <section class="card" id="servers">
      <h2>${total === 0 ? 'Found in no public server' : `Found in ${number}`}</h2>
      ${
        total === 0
          ? html`<p>No public server in this registry has an open finding of this rule.</p>`
          : html`
            <ul class="offered">
              ${servers.map(
                ({ slug, name, grade, findings }) =>
                  html`
                    <li>
                      ${gradeChip(grade, { small: true })}${' '}
                      <a href=${`/servers/${encodeURIComponent(slug)}`}><bdi>${visibleText(name, 80)}</bdi></a>${' '}
                      <span class="quiet">${shownNumber(findings)} ${findings === 1 ? 'finding' : 'findings'}</span>
                    </li>
                  `,
              )}
            </ul>
            ${
              total > servers.length &&
              html`<p class="quiet">
                The list shows the ${servers.length} with most downloads${isMore && ` of ${shownNumber(total)}`}.
              </p>`
            }
          `
      }
    </section>
  `
}

/** Returns how many of a rule's reviewed findings were true positives, and what explains the others. */
function measuredPrecision(id: string): Content {
  const hits = reviewedHitsOf(id)
  const guide = html`<a href="/docs/detection#precision-of-a-rule">How findings are reviewed</a>`
  if (!hits) return html`<p>No finding of this rule in a real project has been reviewed yet. ${guide}</p>`
  const { judged, right, doubtful, wrong, note } = hits
  return html`
    <p>
      <strong>${right} of ${judged}</strong> reviewed ${judged === 1 ? 'finding was' : 'findings were'} right.${' '}
      ${right < judged && html`${doubtful} ${doubtful === 1 ? 'was' : 'were'} doubtful and ${wrong} wrong. `}
      ${judged < fewHits && 'The number is small, so the share is uncertain. '}${guide}
    </p>
    ${note !== '' && html`<p class="quiet">Notes: ${note}.</p>`}
  `
}

/**
 * Number of reviewed findings below which the measured precision is uncertain. High precision requires at least as
 * many.
 */
const fewHits = 20

function references(rule: RuleDocument): Content {
  const { cwe, owaspMcp, safeMcp } = rule
  const languages = languagesOf(rule)
  const rows = [
    ['CWE', cwe],
    ['OWASP MCP Top 10', owaspMcp],
    ['SAFE-MCP', safeMcp],
  ] as const
  return html`
    <dl class="facts">
      <dt>Languages</dt>
      <dd>
        ${languages.map(
          (language, index) =>
            html`${index > 0 && ', '}<a href=${rulesAddress({ language })}>${languageTitles[language]}</a>`,
        )}
      </dd>
      ${rows
        .filter(([, ids]) => ids.length > 0)
        .map(
          ([name, ids]) =>
            html`
              <dt>${name}</dt>
              <dd>
                ${ids.map(
                  (id, index) =>
                    html`
                      ${index > 0 && ', '}
                      ${
                        id.startsWith('CWE-')
                          ? html`
                            <a href=${`https://cwe.mitre.org/data/definitions/${id.slice(4)}.html`}
                              rel="noopener noreferrer">
                              ${id}
                            </a>${' '}
                            (<a href=${rulesAddress({ cwe: id })}>all rules</a>)
                          `
                          : id
                      }
                    `,
                )}
              </dd>
            `,
        )}
    </dl>
  `
}

function example(text: string, tone: 'best' | 'worst', name: string): Content {
  return html`
    <div class="example">
      <h3 class=${tone}>${name}</h3>
      <pre tabindex="0">${visibleLines(text, { lines: 400, characters: 1_000 }).join('\n')}</pre>
    </div>
  `
}

const plain = (text: string) => text.replaceAll('`', '')
