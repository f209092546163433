import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { listMostUsedClean, type UsedServer } from '../../db/registry/most-used.ts'
import {
  type ChangeDirection,
  listScoreChanges,
  type ScoreChange,
  scoreChangeLimits,
} from '../../db/registry/score-changes.ts'
import { findServersByIds, type ListedServerRow } from '../../db/registry/servers.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { pageLimits } from '../page-limits.ts'
import { gradeChip } from '../parts/grades.ts'
import { visibleText } from '../visible-text.ts'
import { type ListName, listTitles } from './registry-query.ts'
import { serverRows } from './server-rows.ts'

/** Server, and the reason why it is in the list. */
interface Noted {
  readonly serverId: string
  readonly why: Content
}

const latestChanges = `the ${shownNumber(scoreChangeLimits.maxReadPoints)} latest changes with these causes`

/** Description of each list, and the message shown if the list is empty. */
const texts: Readonly<Record<ListName, { readonly about: string; readonly empty: string }>> = {
  'most-used': {
    about: 'The most popular servers whose complete scan found nothing, by downloads, dependent packages, and stars.',
    empty:
      'No server has both a popularity and a complete scan without findings. Assay measures popularity some time ' +
      'after the first scan of a server.',
  },
  'recently-worse': {
    about:
      `Servers whose last score change in the past ${scoreChangeLimits.maxAgeDays} days lowered the score: new ` +
      'code, a new advisory, or other dependencies. Changes of the rules do not count. ' +
      `Only ${latestChanges} are read.`,
    empty:
      `No score fell in the past ${scoreChangeLimits.maxAgeDays} days, among ${latestChanges}. ` +
      'A score can change after the second scan of a server.',
  },
  'recently-fixed': {
    about:
      `Servers whose last score change in the past ${scoreChangeLimits.maxAgeDays} days raised the score: new ` +
      'code or other dependencies. Changes of the rules do not count. ' +
      `Only ${latestChanges} are read.`,
    empty:
      `No score rose in the past ${scoreChangeLimits.maxAgeDays} days, among ${latestChanges}. ` +
      'A score can change after the second scan of a server.',
  },
}

/**
 * Returns the section with a list. It is not paginated, because a list contains only the newest or most popular
 * servers.
 */
export async function listSection(db: Database, name: ListName, now: Date): Promise<Content> {
  const noted = await findNoted(db, name, now)
  const servers = await findServersByIds(
    db,
    noted.map(({ serverId }) => serverId),
  )
  const reasons = new Map(noted.map(({ serverId, why }) => [serverId, why]))
  const { about, empty } = texts[name]
  return html`
    <section class="card" id="results">
      <h2 id="total">${listTitles[name]}</h2>
      <p class="quiet">${about}</p>
      ${
        servers.length === 0
          ? html`<p>${empty} <a href="/">Show all servers</a></p>`
          : serverRows(servers, listTitles[name], ({ id }: ListedServerRow) => reasons.get(id) ?? '–')
      }
    </section>
  `
}

async function findNoted(db: Database, name: ListName, now: Date): Promise<readonly Noted[]> {
  const limit = pageLimits.maxListedServers
  if (name === 'most-used') {
    const used = await listMostUsedClean(db, limit)
    return used.map((server) => ({ serverId: server.serverId, why: useOf(server) }))
  }
  const direction: ChangeDirection = name === 'recently-worse' ? 'worse' : 'fixed'
  const changes = await listScoreChanges(db, direction, { now, limit })
  return changes.map((change) => ({ serverId: change.serverId, why: changeOf(change) }))
}

function useOf({ downloads, stars }: UsedServer): Content {
  const measured = [
    ...(downloads === null ? [] : [`${shownNumber(downloads)} downloads a month`]),
    ...(stars === null ? [] : [`${shownNumber(stars)} stars`]),
  ]
  return measured.length === 0 ? 'dependent packages' : measured.join(', ')
}

function changeOf({ at, cause, advisories, version, before, after }: ScoreChange): Content {
  const [advisory] = advisories
  const because =
    cause === 'code'
      ? html`version <bdi>${visibleText(version, 24)}</bdi>`
      : cause === 'resolution'
        ? 'other dependency versions'
        : advisory === undefined
          ? 'a changed advisory'
          : html`<a href=${`/advisories/${encodeURIComponent(advisory)}`}><bdi>${visibleText(advisory, 40)}</bdi></a>${
              advisories.length > 1 && ` and ${advisories.length - 1} more`
            }`
  return html`
    <span class="change">
      ${gradeChip(before.grade, { small: true })} <span aria-hidden="true">→</span><span class="unseen"> to </span>
      ${gradeChip(after.grade, { small: true })}
      ${` ${before.score} to ${after.score} on `}<time datetime=${at.toISOString()}>${shownDay(at)}</time>: ${because}
    </span>
  `
}
