import { type Content, html } from '../html.ts'
import { type Category, precisions, type RuleDocument } from '../../../engine/model/rule.ts'
import { severities } from '../../../engine/model/severity-order.ts'
import type { Page } from '../layout.ts'
import { severityTone } from '../parts/tones.ts'
import { categoryTitles, rulePath, rules, shownCategories } from './listed-rules.ts'
import { matchingRules, maxRuleSearch, type RulesQuery } from './rules-query.ts'

/** Returns the page that lists rules by category, highest severity first, with a form that filters them. */
export function rulesPage(query: RulesQuery): Page {
  const { words, ...filters } = query
  const isFiltered = words.length > 0 || Object.values(filters).some((value) => value !== undefined)
  const found = matchingRules(rules, query)
  const byCategory = Map.groupBy(found, ({ category }) => category)
  const listed = shownCategories.flatMap((category) => {
    const members = byCategory.get(category)
    return members ? [{ category, members }] : []
  })
  return {
    title: 'Rules',
    description:
      `${rules.length} detection rules for MCP servers, packages, and repositories, each with bad and good ` +
      'examples.',
    ...(!isFiltered && { canonicalPath: '/rules' }),
    section: 'rules',
    content: html`
      <h1>${isFiltered ? `${found.length} of ${counted(rules)}` : counted(rules)}</h1>
      <p class="lead">
        Each rule describes what Assay looks for, why it matters, and how to fix it. The examples of a rule also
        serve as its tests.
      </p>
      ${filterForm(query)}
      ${
        listed.length === 0
          ? html`<p>No rule matches all of these filters. <a href="/rules">Show all rules</a></p>`
          : categoryNavigation(listed)
      }
      ${listed.map(categorySection)}
    `,
  }
}

const counted = ({ length }: readonly RuleDocument[]) => `${length} ${length === 1 ? 'rule' : 'rules'}`

function filterForm({ words, category, severity, precision, cwe }: RulesQuery): Content {
  return html`
    <form class="filters no-print" role="search" aria-label="Rules" action="/rules" method="get">
      <div class="field">
        <label for="rule-words">Name or ID</label>
        <input id="rule-words" type="search" name="q" value=${words.join(' ')} maxlength=${maxRuleSearch} />
      </div>
      ${choice(
        'category',
        'Category',
        category,
        shownCategories.map((each) => [each, categoryTitles[each]]),
      )}
      ${choice('severity', 'Severity', severity, severities.map(same))}
      ${choice('precision', 'Precision', precision, precisions.map(same))}
      ${choice('cwe', 'Weakness', cwe, weaknesses.map(same))}
      <button class="main">Filter</button>
    </form>
  `
}

const same = (value: string) => [value, value] as const

/** All CWE identifiers of the rules, in the order of their numbers. */
const weaknesses = [...new Set(rules.flatMap(({ cwe }) => cwe))].toSorted(
  (first, second) => Number(first.slice('CWE-'.length)) - Number(second.slice('CWE-'.length)),
)

function choice(
  name: string,
  title: string,
  chosen: string | undefined,
  options: readonly (readonly [value: string, title: string])[],
): Content {
  return html`
    <div class="field">
      <label for=${`rule-${name}`}>${title}</label>
      <select id=${`rule-${name}`} name=${name}>
        <option value="">all</option>
        ${options.map(([value, label]) => html`<option value=${value} selected=${value === chosen}>${label}</option>`)}
      </select>
    </div>
  `
}

/** Rules of one category. */
interface ListedCategory {
  readonly category: Category
  readonly members: readonly RuleDocument[]
}

function categoryNavigation(listed: readonly ListedCategory[]): Content {
  return html`
    <nav aria-label="Rule categories">
      <ul class="tags">
        ${listed.map(
          ({ category, members }) =>
            html`<li><a class="tag" href=${`#${category}`}>${categoryTitles[category]} (${members.length})</a></li>`,
        )}
      </ul>
    </nav>
  `
}

function categorySection({ category, members }: ListedCategory): Content {
  return html`
    <section class="card" id=${category}>
      <table class="blocks">
        <caption>${categoryTitles[category]} (${members.length})</caption>
        <thead class="unseen">
          <tr><th scope="col">Severity</th><th scope="col">Rule</th><th scope="col">Precision</th></tr>
        </thead>
        <tbody>
          ${members.map(
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
  `
}
