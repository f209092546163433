import { type Signal, logScore, signalOf } from '../signal.ts'

const manyStars = 10_000
const manyDownloads = 1_000_000
const manyDependents = 1_000

export const stars: Signal = signalOf({
  id: 'stars',
  area: 'popularity',
  title: 'GitHub stars',
  description:
    `Number of stars of the verified repository, on a logarithmic scale. ${manyStars.toLocaleString('en')} stars ` +
    'earn 100 points. If a package refers to a repository but the repository does not refer back, the repository ' +
    'is not verified and does not count.',
  weight: 2,
  select: ({ repository }) => repository,
  judge: (repository) => ({ value: repository.stars, score: logScore(repository.stars, manyStars) }),
})

export const downloads: Signal = signalOf({
  id: 'downloads',
  area: 'popularity',
  title: 'Downloads per month',
  description:
    'Number of downloads that the package registries report, including automated downloads, on a logarithmic ' +
    `scale. ${manyDownloads.toLocaleString('en')} downloads earn 100 points. PyPI reports no counts, so Python ` +
    'packages have a value only if the operator configures another source.',
  weight: 3,
  select: (subject) => subject.downloads,
  judge: (count) => ({ value: count, score: logScore(count, manyDownloads) }),
})

export const dependents: Signal = signalOf({
  id: 'dependents',
  area: 'popularity',
  title: 'Dependent packages',
  description:
    'Number of dependent packages that the npm registry reports, on a logarithmic scale. ' +
    `${manyDependents.toLocaleString('en')} packages earn 100 points.`,
  weight: 1,
  select: (subject) => subject.dependents,
  judge: (count) => ({ value: count, score: logScore(count, manyDependents) }),
})
