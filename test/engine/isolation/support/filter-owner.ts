import { filterFailure } from '../../../../src/engine/isolation/programs/filter-failure.ts'

// A process that finds out whether a process can filter its system calls. It prints the reason if not.

process.stdout.write((await filterFailure()) ?? 'none')
