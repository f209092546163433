import { type Content, html } from '../html.ts'
import { type Category, precisions, type RuleDocument } from '../../../engine/model/rule.ts'
import { severities } from '../../../engine/model/severity-order.ts'
import type { Page } from '../layout.ts'
import { severityTone } from '../parts/tones.ts'
import { paging } from '../parts/paging.ts'
import { categoryTitles, rulePath, rules, shownCategories } from './listed-rules.ts'
import { reviewedHitsOf } from './reviewed-hits.ts'
import { languageTitles, ruleLanguages } from './rule-languages.ts'
import { matchingRules, maxRuleSearch, rulesAddress, type RulesQuery } from './rules-query.ts'

/** Number of rules per page. A page is then at most 8,000 px high at a width of 390 px. */
const inList = 40

/** Returns one page of rules by category, highest severity first, with a filter form. */
export function rulesPage(query: RulesQuery): Page {
  const { words, page, ...filters } = query
  const isFiltered = words.length > 0 || Object.values(filters).some((value) => value !== undefined)
  const found = shownCategories.flatMap((category) =>
    matchingRules(rules, query).filter((rule) => rule.category === category),
  )
  const listed = found.slice((page - 1) * inList, page * inList)
  const byCategory = Map.groupBy(listed, ({ category }) => category)
  return {
    title: 'Rules',
    description:
      `${rules.length} detection rules for MCP servers, packages, and repositories, each with bad and good ` +
      'examples.',
    ...(!isFiltered && page === 1 && { canonicalPath: '/rules' }),
    section: 'rules',
    content: html`
      <h1>${isFiltered ? `${found.length} of ${counted(rules)}` : counted(rules)}</h1>
      <p class="lead">
        Each rule describes what Assay looks for, why it matters, and how to fix it. The examples of a rule also
        serve as its tests.
      </p>
      ${filterForm(query)}
      ${categoryNavigation(query)}
      ${found.length === 0 && html`<p>No rule matches all of these filters. <a href="/rules">Show all rules</a></p>`}
      ${found.length > 0 && listed.length === 0 && html`<p>This page of the list is empty.</p>`}
      ${[...byCategory].map(([category, members]) =>
        categorySection(category, members, found.filter((rule) => rule.category === category).length),
      )}
      ${paging({
        page,
        limit: inList,
        total: found.length,
        addressOf: (number) => rulesAddress({ ...query, page: number }),
      })}
    `,
  }
}

const counted = ({ length }: readonly RuleDocument[]) => `${length} ${length === 1 ? 'rule' : 'rules'}`

function filterForm({ words, category, language, severity, precision, cwe }: RulesQuery): Content {
  const chosen = [category, language, severity, precision, cwe].filter((value) => value !== undefined).length
  return html`
    <form class="no-print" role="search" aria-label="Rules" action="/rules" method="get">
      <div class="row">
        <div class="field grow">
          <label for="rule-words">Name or ID</label>
          <input id="rule-words" type="search" name="q" value=${words.join(' ')} maxlength=${maxRuleSearch} />
        </div>
        <button class="main">Filter</button>
      </div>
      <details class="drawer" open=${chosen > 0}>
        <summary>Filters${chosen > 0 && ` (${chosen})`}</summary>
        <div class="filters">
          ${choice(
            'category',
            'Category',
            category,
            shownCategories.map((each) => [each, categoryTitles[each]]),
          )}
          ${choice(
            'language',
            'Language',
            language,
            ruleLanguages.map((each) => [each, languageTitles[each]]),
          )}
          ${choice('severity', 'Severity', severity, severities.map(same))}
          ${choice('precision', 'Precision', precision, precisions.map(same))}
          ${choice('cwe', 'Weakness', cwe, weaknesses.map(same))}
        </div>
      </details>
    </form>
  `
}

const same = (value: string) => [value, value] as const

/** All CWE identifiers in the rules, in numeric order. */
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

/** Returns links to each category's rules that match the other filters. */
function categoryNavigation(query: RulesQuery): Content {
  const byCategory = Map.groupBy(matchingRules(rules, { ...query, category: undefined }), ({ category }) => category)
  return html`
    <nav aria-label="Rule categories">
      <ul class="tags">
        ${shownCategories.map((category) => {
          const count = byCategory.get(category)?.length ?? 0
          if (count === 0) return undefined
          const isChosen = category === query.category
          return html`
            <li>
              <a class="tag" aria-current=${isChosen ? 'true' : undefined}
                href=${rulesAddress({ ...query, category: isChosen ? undefined : category, page: 1 })}>
                ${categoryTitles[category]} (${count})
              </a>
            </li>
          `
        })}
      </ul>
    </nav>
  `
}

function categorySection(category: Category, members: readonly RuleDocument[], total: number): Content {
  return html`
    <section class="card" id=${category}>
      <table class="blocks rules">
        <caption>
          ${categoryTitles[category]} (${members.length === total ? total : `${members.length} of ${total}`})
        </caption>
        <thead>
          <tr><th scope="col">Severity</th><th scope="col">Rule</th><th scope="col">Precision</th></tr>
        </thead>
        <tbody>
          ${members.map(({ id, title, severity, precision }) => {
            const hits = reviewedHitsOf(id)
            return html`
              <tr>
                <td><span class=${`label ${severityTone[severity]}`}>${severity}</span></td>
                <td><p><a href=${rulePath(id)}>${title}</a></p><p class="quiet"><code>${id}</code></p></td>
                <td class="quiet" data-label="Precision">
                  ${precision}${hits && html`<span class="hits">, ${hits.right} of ${hits.judged} right</span>`}
                </td>
              </tr>
            `
          })}
        </tbody>
      </table>
    </section>
  `
}
