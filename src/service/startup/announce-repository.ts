import type { AnnounceRepository } from '../github/github-event.ts'
import type { Queue } from '../queue/queue.ts'
import { hearOfRepository } from '../registry/entries/hear-of-repository.ts'
import { fanOutServerChange } from '../webhooks/fan-out-server.ts'

/** Returns a function that handles a repository change on GitHub: it updates the registry and sends webhooks. */
export function announceRepositoryTo({ queue }: { readonly queue: Queue }): AnnounceRepository {
  const announceServerChange = fanOutServerChange({ queue })
  return (tx, repository) => hearOfRepository({ announceServerChange }, tx, repository)
}
