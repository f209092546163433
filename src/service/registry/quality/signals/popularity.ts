import { type Signal, logScore, signalOf } from '../signal.ts'

const manyStars = 10_000
const manyDownloads = 1_000_000
const manyDependents = 1_000

export const stars: Signal = signalOf({
  id: 'stars',
  area: 'popularity',
  title: 'Stars at GitHub',
  description:
    `Of its own repository; ${manyStars.toLocaleString('en')} earn all points, by a logarithmic scale. A ` +
    'repository that a package only names is not its own.',
  weight: 2,
  ask: ({ repository }) => repository,
  judge: (repository) => ({ value: repository.stars, score: logScore(repository.stars, manyStars) }),
})

export const downloads: Signal = signalOf({
  id: 'downloads',
  area: 'popularity',
  title: 'Downloads a month',
  description:
    `As its registries count them, machines included; ${manyDownloads.toLocaleString('en')} earn all points, ` +
    'by a logarithmic scale. The Python package index has no count of its own: there they are measured only ' +
    'where the operator has named a service that counts.',
  weight: 3,
  ask: (subject) => subject.downloads,
  judge: (count) => ({ value: count, score: logScore(count, manyDownloads) }),
})

export const dependents: Signal = signalOf({
  id: 'dependents',
  area: 'popularity',
  title: 'Packages that depend on it',
  description:
    `As the npm registry counts them; ${manyDependents.toLocaleString('en')} earn all points, by a ` +
    'logarithmic scale.',
  weight: 1,
  ask: (subject) => subject.dependents,
  judge: (count) => ({ value: count, score: logScore(count, manyDependents) }),
})
