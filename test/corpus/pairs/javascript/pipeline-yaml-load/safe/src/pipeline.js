import yaml from 'js-yaml'

export function parsePipeline(text) {
  const document = yaml.safeLoad(text)
  if (!document || typeof document !== 'object') {
    throw new Error('A pipeline is a mapping')
  }
  return document
}

export function describe(pipeline) {
  const jobs = Object.entries(pipeline.jobs ?? {})
  return jobs.map(([name, job]) => `${name}: ${job.title} (${(job.steps ?? []).length} steps)`).join('\n')
}
