import { type Command, exitCodes } from './command.ts'

export const worker: Command = {
  details: [
    'A worker needs the same DATABASE_URL and ASSAY_SECRET as the web process. Several workers can run at the same ' +
      'time. ASSAY_SCANS_AT_ONCE limits the number of scans across all workers.',
  ],
  options: {},
  examples: [
    ['assay worker', 'Runs scans and other jobs until you stop the worker.'],
    ['METRICS_PORT=9464 assay worker', 'Also serves metrics and health checks for an orchestrator.'],
  ],
  async run(runtime) {
    await runtime.serve({ web: false, worker: true })
    return exitCodes.ok
  },
}
