import { type Signal, logScore, signalOf } from '../signal.ts'
import { joinFetched, mapFetched } from '../fetched.ts'

const dayMs = 24 * 60 * 60_000
const daysBetween = (from: Date, to: Date) => Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))

/** Release ages in days. A release earns all points up to the first age, and none from the second one on. */
const recentDays = 30
const oldDays = 730
/** Number of releases per year that earns all points: one per month. */
const releasesOfYear = 12
/** Number of commits in 90 days that earns all points: two per week. */
const busyCommits = 25

export const releaseRecency: Signal = signalOf({
  id: 'release-recency',
  area: 'maintenance',
  title: 'Days since the last release',
  description:
    `Number of days since the latest release of any of the server's packages. Up to ${recentDays} days earn 100 ` +
    `points, and ${oldDays} days or more earn 0 points.`,
  weight: 3,
  select: ({ releases }) => releases,
  judge({ releases }, now) {
    const last = releases.at(-1)
    if (!last) return 'The registry has no publication dates.'
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
    `Number of releases of all the server's packages, on a logarithmic scale. ${releasesOfYear} releases earn 100 ` +
    'points. If the first release is less than one year old, the yearly rate is extrapolated from the period ' +
    'since that release. A period of less than 90 days counts as 90 days.',
  weight: 2,
  select: ({ releases }) => releases,
  judge({ releases }, now) {
    const [first] = releases
    if (!first) return 'The registry has no publication dates.'
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
    `Number of commits on the default branch of the GitHub repository, on a logarithmic scale. ${busyCommits} ` +
    'commits earn 100 points.',
  weight: 3,
  select: ({ commits }) => commits,
  judge: (commits) => ({ value: commits, score: logScore(commits, busyCommits) }),
})

export const issuesAnswered: Signal = signalOf({
  id: 'issues-answered',
  area: 'maintenance',
  title: 'Answered issues',
  description:
    'Share of recent GitHub issues that are closed or have a comment. Issues older than one year or newer than one ' +
    'week do not count.',
  weight: 2,
  select: ({ issues }) => issues,
  judge: ({ asked, answered }) =>
    asked === 0
      ? 'The repository has no issues that are between one week and one year old.'
      : { value: { asked, answered }, score: (100 * answered) / asked },
})

export const notAbandoned: Signal = signalOf({
  id: 'not-abandoned',
  area: 'maintenance',
  title: 'Not deprecated or archived',
  description:
    'A server earns 0 points if the package registry or the manifest marks it as deprecated, or if its repository is ' +
    'archived. All other servers earn 100 points.',
  weight: 4,
  select: ({ releases, repository, project }) =>
    joinFetched<readonly string[], readonly string[]>(
      [
        mapFetched(releases, ({ deprecated }) => (deprecated === undefined ? [] : ['deprecated'])),
        mapFetched(repository, ({ isArchived }) => (isArchived ? ['archived'] : [])),
        mapFetched(project, ({ facts }) => (facts.deprecated === undefined ? [] : ['deprecated'])),
      ],
      (words) => [...new Set(words.flat())],
    ),
  judge: (words) => ({ value: words.length === 0 ? 'active' : words.join(', '), score: words.length === 0 ? 100 : 0 }),
})
