import type { Request } from 'express'
import { type Content, html } from '../html.ts'
import type { CountedFigures } from '../../db/registry/figures.ts'
import type { FigureGroup, TimeToFix } from '../../db/registry/registry-figures.ts'
import { shownNumber } from '../moment.ts'
import { addressWith } from '../parts/paging.ts'
import { severityTone } from '../parts/tones.ts'
import { type Bar, barTable } from '../plots/bar-table.ts'
import { rulePath, rules } from '../rules/listed-rules.ts'
import { rulesAddress } from '../rules/rules-query.ts'
import { visibleText } from '../visible-text.ts'

/** Selected group of servers. */
export type ChosenGroup = Pick<FigureGroup, 'kind' | 'value'>

/** Reads the selected group from a query: a language, an SDK, or all servers. */
export function readGroup(query: Request['query']): ChosenGroup {
  if (typeof query['sdk'] === 'string') return { kind: 'sdk', value: query['sdk'] }
  if (typeof query['language'] === 'string') return { kind: 'language', value: query['language'] }
  return { kind: 'all', value: '' }
}

/** Maximum number of displayed weaknesses. The files contain more. */
const maxShown = 12
/** Number of servers below which a percentage or a median is not meaningful. */
const fewServers = 10
const fewPeriods = 5

/** Returns the most frequent weaknesses in a group of servers, with links to all other groups. */
export function weaknessesSection(figures: CountedFigures, chosen: ChosenGroup): Content {
  const isChosen = ({ kind, value }: ChosenGroup) => kind === chosen.kind && value === chosen.value
  const group = figures.groups.find(isChosen)
  const counts = figures.weaknesses.filter(isChosen)
  const ofKind = (by: 'rule' | 'cwe') => counts.filter((count) => count.by === by).slice(0, maxShown)
  return html`
    <section class="card" id="weaknesses">
      <h2>Weaknesses${group && chosen.kind !== 'all' && html` in servers with ${groupTitle(group)}`}</h2>
      ${groupLinks(figures, isChosen)}
      ${
        group
          ? html`
            <p class="quiet">
              ${shownNumber(group.servers)} scanned ${group.servers === 1 ? 'server' : 'servers'}. A full bar is all of
              them.
              ${group.servers < fewServers && 'The number is small, so shares can change with every scan.'}
            </p>
            <div class="masonry">
              <div>
                ${barTable('Servers by CWE of an open finding', ofKind('cwe').map(cweBar), { max: group.servers })}
              </div>
              <div>
                ${barTable('Servers by rule of an open finding', ofKind('rule').map(ruleBar), { max: group.servers })}
              </div>
            </div>
          `
          : html`
            <p>
              ${
                chosen.kind === 'all'
                  ? 'The last count found no scanned server. Assay counts every hour.'
                  : 'The last count found no scanned server in this group.'
              }
            </p>
          `
      }
    </section>
  `
}

function groupLinks({ groups }: CountedFigures, isChosen: (group: ChosenGroup) => boolean): Content {
  const kinds = [
    ['all', 'All servers'],
    ['language', 'Language'],
    ['sdk', 'SDK'],
  ] as const
  return html`
    <nav aria-label="Groups of servers">
      ${kinds.map(([kind, title]) => {
        const members = groups.filter((group) => group.kind === kind)
        return (
          members.length > 0 &&
          html`
            <p class="quiet groups">
              ${kind !== 'all' && `${title}: `}
              ${members.map(
                (group) =>
                  html`
                    <a class="tag" aria-current=${isChosen(group) ? 'true' : undefined} href=${groupAddress(group)}>
                      ${kind === 'all' ? title : groupTitle(group)} (${shownNumber(group.servers)})
                    </a>${' '}
                  `,
              )}
            </p>
          `
        )
      })}
    </nav>
  `
}

function groupAddress({ kind, value }: ChosenGroup): string {
  const address = kind === 'language' && value === '' ? '/stats?language=' : addressWith('/stats', { [kind]: value })
  return `${address}#weaknesses`
}

function groupTitle({ kind, value }: ChosenGroup): Content {
  return kind === 'language' && value === '' ? 'unknown language' : html`<bdi>${visibleText(value, 60)}</bdi>`
}

type Count = CountedFigures['weaknesses'][number]

function cweBar({ id, servers }: Count): Bar {
  // Code rule titles start with the name of their CWE class.
  const [name] = rules.find(({ category, cwe }) => category === 'code' && cwe[0] === id)?.title.split(':') ?? []
  return { title: name === undefined ? id : `${id} ${name}`, value: servers, href: rulesAddress({ cwe: id }) }
}

function ruleBar({ id, servers }: Count): Bar {
  const rule = rules.find((each) => each.id === id)
  if (!rule) return { title: visibleText(id, 80), value: servers }
  const [name = rule.title] = rule.title.split(':')
  return { title: name, value: servers, href: rulePath(id), tone: severityTone[rule.severity] }
}

/** Returns how long servers had open findings, with the number of periods behind each median. */
export function timeToFixSection({ timeToFix }: CountedFigures): Content {
  return html`
    <section class="card" id="time-to-fix">
      <h2>Time to fix</h2>
      <table class="blocks">
        <caption class="unseen">Time to fix by severity</caption>
        <thead>
          <tr>
            <th scope="col">Open findings</th><th scope="col">Median</th><th scope="col" class="number">Fixed</th>
            <th scope="col" class="number">Still open</th><th scope="col" class="number">Ended otherwise</th>
          </tr>
        </thead>
        <tbody>${timeToFix.map(timeRow)}</tbody>
      </table>
      <p class="quiet">
        Each number counts periods in which a server had such findings. A period starts when Assay first reports a
        finding, so the real time is longer. It is fixed when a new version or new dependency versions leave none.
        Periods that are still open are not part of the median.
      </p>
    </section>
  `
}

function timeRow({ severity, fixed, open, otherwise, medianDays }: TimeToFix): Content {
  const median =
    medianDays === null || fixed < fewPeriods
      ? html`<span class="quiet">too few fixed periods</span>`
      : `${medianDays < 10 ? medianDays.toFixed(1) : shownNumber(Math.round(medianDays))} days`
  return html`
    <tr>
      <th scope="row">${severity === 'critical' ? 'Critical' : 'Critical or high'}</th>
      <td data-label="Median">${median}</td>
      <td class="number" data-label="Fixed">${shownNumber(fixed)}</td>
      <td class="number" data-label="Still open">${shownNumber(open)}</td>
      <td class="number" data-label="Ended otherwise">${shownNumber(otherwise)}</td>
    </tr>
  `
}
