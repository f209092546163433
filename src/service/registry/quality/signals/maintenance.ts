import { type Signal, logScore, signalOf } from '../signal.ts'
import { joinAsked, mapAsked } from '../asked.ts'

const dayMs = 24 * 60 * 60_000
const daysBetween = (from: Date, to: Date) => Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))

/** A release of the last month is recent; one of two years ago is not. */
const recentDays = 30
const oldDays = 730
/** Releases a year that earn all points: one a month. */
const releasesOfYear = 12
/** Commits in 90 days that earn all points: two a week. */
const busyCommits = 25

export const releaseRecency: Signal = signalOf({
  id: 'release-recency',
  area: 'maintenance',
  title: 'Days since the last release',
  description:
    `Of the packages that the server is published as. Up to ${recentDays} days earn all points, ${oldDays} ` +
    'and more none.',
  weight: 3,
  ask: ({ releases }) => releases,
  judge({ releases }, now) {
    const last = releases.at(-1)
    if (!last) return 'The registry does not tell when versions were published.'
    const days = daysBetween(last, now)
    return {
      value: days,
      score: days <= recentDays ? 100 : 100 * (1 - Math.log(days / recentDays) / Math.log(oldDays / recentDays)),
    }
  },
})

export const releaseCadence: Signal = signalOf({
  id: 'release-cadence',
  area: 'maintenance',
  title: 'Releases in the last year',
  description:
    `Of the packages that the server is published as; ${releasesOfYear} earn all points, by a logarithmic ` +
    'scale. A package that is younger than a year is measured by the time that it has been there, 90 days at ' +
    'least.',
  weight: 2,
  ask: ({ releases }) => releases,
  judge({ releases }, now) {
    const [first] = releases
    if (!first) return 'The registry does not tell when versions were published.'
    const count = releases.filter((release) => daysBetween(release, now) <= 365).length
    const days = Math.min(365, Math.max(90, daysBetween(first, now)))
    return { value: { releases: count, days }, score: logScore((count * 365) / days, releasesOfYear) }
  },
})

export const recentCommits: Signal = signalOf({
  id: 'recent-commits',
  area: 'maintenance',
  title: 'Commits in the last 90 days',
  description:
    `On the default branch of its repository at GitHub; ${busyCommits} earn all points, by a logarithmic ` + 'scale.',
  weight: 3,
  ask: ({ commits }) => commits,
  judge: (commits) => ({ value: commits, score: logScore(commits, busyCommits) }),
})

export const issuesAnswered: Signal = signalOf({
  id: 'issues-answered',
  area: 'maintenance',
  title: 'Share of issues that were answered',
  description:
    'Of the latest issues of the last year at GitHub that are older than a week, how many were closed or ' +
    'have a comment. Where nobody asked, nothing is measured.',
  weight: 2,
  ask: ({ issues }) => issues,
  judge: ({ asked, answered }) =>
    asked === 0
      ? 'Nobody has opened an issue in the last year.'
      : { value: { asked, answered }, score: (100 * answered) / asked },
})

export const notAbandoned: Signal = signalOf({
  id: 'not-abandoned',
  area: 'maintenance',
  title: 'Neither deprecated nor archived',
  description:
    'Whether whoever publishes it advises against it in a registry or in its manifest, or has archived its ' +
    'repository: then there are no points.',
  weight: 4,
  ask: ({ releases, repository, project }) =>
    joinAsked<readonly string[], readonly string[]>(
      [
        mapAsked(releases, ({ deprecated }) => (deprecated === undefined ? [] : ['deprecated'])),
        mapAsked(repository, ({ isArchived }) => (isArchived ? ['archived'] : [])),
        mapAsked(project, ({ facts }) => (facts.deprecated === undefined ? [] : ['deprecated'])),
      ],
      (words) => [...new Set(words.flat())],
    ),
  judge: (words) => ({ value: words.length === 0 ? 'active' : words.join(', '), score: words.length === 0 ? 100 : 0 }),
})
