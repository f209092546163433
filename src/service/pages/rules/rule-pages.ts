import { html } from '../html.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import { categories, type Category, type RuleDocument } from '../../../engine/model/rule.ts'
import { compareSeverity } from '../../../engine/model/severity.ts'
import type { Content, Page } from '../layout.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleLines } from '../visible-text.ts'

const rules: readonly RuleDocument[] = detectors
  .flatMap(({ rules: all }) => all)
  .toSorted((one, other) => compareSeverity(one.severity, other.severity) || (one.id < other.id ? -1 : 1))

/** Addresses of the pages of all rules. */
export const rulePaths: readonly string[] = rules.map(({ id }) => rulePath(id))

/** The address of a rule's page. */
export function rulePath(id: string): string {
  return `/rules/${id}`
}

const categoryTitles: Readonly<Record<Category, string>> = {
  code: 'Code',
  tool: 'Tools and what models are told',
  secret: 'Secrets',
  dependency: 'Dependencies',
  'supply-chain': 'Supply chain',
  configuration: 'Configuration',
}

/** Every rule, by what it is about; the worst first. */
export function rulesPage(): Page {
  return {
    title: 'Rules',
    description:
      `${rules.length} rules by which MCP servers, packages and repositories are judged, each with bad and ` +
      'good examples.',
    canonicalPath: '/rules',
    section: 'rules',
    content: html`
      <h1>${rules.length} rules</h1>
      <p class="lead">What is looked for, why that matters, and what to do. The examples of each rule are its tests.</p>
      <nav aria-label="Kinds of rules">
        <ul class="tags">
          ${shownCategories.map(
            (category) =>
              html`
                <li><a class="tag" href=${`#${category}`}>${categoryTitles[category]} (${countOf(category)})</a></li>
              `,
          )}
        </ul>
      </nav>
      ${shownCategories.map(
        (category) => html`
          <section class="card" id=${category}>
            <table class="blocks">
              <caption>${categoryTitles[category]} (${countOf(category)})</caption>
              <thead class="unseen">
                <tr><th scope="col">Severity</th><th scope="col">RuleDocument</th><th scope="col">Precision</th></tr>
              </thead>
              <tbody>
                ${rules
                  .filter((rule) => rule.category === category)
                  .map(
                    ({ id, title, severity, precision }) =>
                      html`
                        <tr>
                          <td><span class=${`label ${severityTone[severity]}`}>${severity}</span></td>
                          <td><p><a href=${rulePath(id)}>${title}</a></p><p class="quiet"><code>${id}</code></p></td>
                          <td class="quiet" data-label="Precision">${precision}</td>
                        </tr>
                      `,
                  )}
              </tbody>
            </table>
          </section>
        `,
      )}
    ` as Content,
  }
}

/** The rules of secrets, one for each kind of them, are many times all others: they stand last. */
const shownCategories = categories.toSorted(
  (one, other) => Number(one === 'secret') - Number(other === 'secret') || countOf(other) - countOf(one),
)

function countOf(category: Category): number {
  return rules.filter((rule) => rule.category === category).length
}

/** The document of one rule; undefined where there is none. */
export function rulePage(id: string): Page | undefined {
  const rule = rules.find((each) => each.id === id)
  if (!rule) return undefined
  const { title, severity, precision, category, what, why, remediation, examples } = rule
  return {
    title,
    description: plain(what).slice(0, 200),
    canonicalPath: rulePath(id),
    section: 'rules',
    content: html`
      <p class="crumbs"><a href="/rules">Rules</a></p>
      <section class="card">
        <h1>${title}</h1>
        <p>
          <span class=${`label ${severityTone[severity]}`}>${severity}</span>${' '}
          <span class="label calm">precision ${precision}</span>${' '}
          <span class="label calm">${categoryTitles[category]}</span> <code>${id}</code>
        </p>
        <h2>What</h2>
        <p>${markedText(what)}</p>
        <h2>Why</h2>
        <p>${markedText(why)}</p>
        <h2>What to do</h2>
        <p>${markedText(remediation)}</p>
        ${references(rule)}
      </section>
      <section class="card">
        <h2>Found</h2>
        ${examples.bad.map((text, index) => example(text, 'worst', `Bad example ${index + 1}`))}
        <h2>Left alone</h2>
        ${examples.good.map((text, index) => example(text, 'best', `Good example ${index + 1}`))}
      </section>
    ` as Content,
  }
}

function references({ cwe, owaspMcp, safeMcp }: RuleDocument): Content {
  const rows = [
    ['CWE', cwe],
    ['OWASP MCP Top 10', owaspMcp],
    ['SAFE-MCP', safeMcp],
  ] as const
  return html`
    <dl class="facts">
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
                            </a>
                          `
                          : id
                      }
                    `,
                )}
              </dd>
            `,
        )}
    </dl>
  ` as Content
}

function example(text: string, tone: 'best' | 'worst', name: string): Content {
  return html`
    <div class="example">
      <h3 class=${tone}>${name}</h3>
      <pre tabindex="0">${visibleLines(text, { lines: 400, characters: 1_000 }).join('\n')}</pre>
    </div>
  ` as Content
}

const plain = (text: string) => text.replaceAll('`', '')
