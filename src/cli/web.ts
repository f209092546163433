import { type Command, exitCodes } from './command.ts'

export const web: Command = {
  details: [
    'Scans that the API accepts wait until a worker process runs them. Both processes need the same DATABASE_URL and ' +
      'ASSAY_SECRET.',
  ],
  options: {},
  examples: [
    ['assay web', 'Serves the API and the website.'],
    ['PORT=8080 assay web', 'Serves the API and the website on port 8080.'],
  ],
  async run(runtime) {
    await runtime.serve({ web: true, worker: false })
    return exitCodes.ok
  },
}
