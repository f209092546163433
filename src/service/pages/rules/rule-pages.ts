import { type Content, html } from '../html.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import { categories, type Category, type RuleDocument } from '../../../engine/model/rule.ts'
import { compareSeverity } from '../../../engine/model/severity.ts'
import type { Page } from '../layout.ts'
import { markedText } from '../parts/marked-text.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleLines } from '../visible-text.ts'

const rules: readonly RuleDocument[] = detectors
  .flatMap(({ rules: all }) => all)
  .toSorted((first, second) => compareSeverity(first.severity, second.severity) || (first.id < second.id ? -1 : 1))

/** Paths of all rule pages. */
export const rulePaths: readonly string[] = rules.map(({ id }) => rulePath(id))

/** Returns the path of a rule page. */
export function rulePath(id: string): string {
  return `/rules/${id}`
}

const categoryTitles: Readonly<Record<Category, string>> = {
  code: 'Code',
  tool: 'Tools and prompts',
  secret: 'Secrets',
  dependency: 'Dependencies',
  'supply-chain': 'Supply chain',
  configuration: 'Configuration',
}

/** Returns the page that lists all rules by category, highest severity first. */
export function rulesPage(): Page {
  return {
    title: 'Rules',
    description:
      `${rules.length} detection rules for MCP servers, packages, and repositories, each with bad and good ` +
      'examples.',
    canonicalPath: '/rules',
    section: 'rules',
    content: html`
      <h1>${rules.length} rules</h1>
      <p class="lead">
        Each rule describes what Assay looks for, why it matters, and how to fix it. The examples of a rule also
        serve as its tests.
      </p>
      <nav aria-label="Rule categories">
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
                <tr><th scope="col">Severity</th><th scope="col">Rule</th><th scope="col">Precision</th></tr>
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
    `,
  }
}

/**
 * Categories in the order of the page. Secrets come last, because they have far more rules than all other categories.
 */
const shownCategories = categories.toSorted(
  (first, second) => Number(first === 'secret') - Number(second === 'secret') || countOf(second) - countOf(first),
)

function countOf(category: Category): number {
  return rules.filter((rule) => rule.category === category).length
}

/** Returns the page of one rule, or undefined if the rule does not exist. */
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
        <h2>Description</h2>
        <p>${markedText(what)}</p>
        <h2>Risk</h2>
        <p>${markedText(why)}</p>
        <h2>Remediation</h2>
        <p>${markedText(remediation)}</p>
        ${references(rule)}
      </section>
      <section class="card">
        <h2>Reported examples</h2>
        ${examples.bad.map((text, index) => example(text, 'worst', `Bad example ${index + 1}`))}
        <h2>Accepted examples</h2>
        ${examples.good.map((text, index) => example(text, 'best', `Good example ${index + 1}`))}
      </section>
    `,
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
