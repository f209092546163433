import { type Command, exitCodes } from './command.ts'

export const serve: Command = {
  details: [
    'The service listens on HOST and PORT. Unless you set HOST, the service accepts connections only from this ' +
      'machine. The service starts its own database in the data folder (ASSAY_DATA_DIR) unless DATABASE_URL ' +
      'specifies another database.',
    'Stop the service with Ctrl-C or SIGTERM. The service first finishes the requests in progress. A second ' +
      'signal stops the service immediately.',
  ],
  options: {},
  examples: [
    ['assay serve', 'Serves the API and the website at http://127.0.0.1:3000.'],
    ['HOST=0.0.0.0 PORT=8080 assay serve', 'Listens on all IP addresses of this machine.'],
  ],
  async run(runtime) {
    await runtime.serve({ web: true, worker: true })
    return exitCodes.ok
  },
}
