import { Socket } from 'node:net'
import postgres, { type Sql } from 'postgres'
import { urlsByHost } from '../../../settings/database-url.ts'
import { createPrimaryLocator, type DatabaseSetting } from './primary-locator.ts'
import { PrimarySocket, primarySocket } from './primary-socket.ts'

type PoolOptions = NonNullable<Parameters<typeof postgres<Record<string, never>>>[1]>

/** Maximum pause before a failed connection is opened again, in seconds. */
const maxPauseSeconds = 1

/**
 * Returns the pause after a number of failed attempts, in seconds. The default of postgres.js is up to 20 s: queries
 * would wait long after the server is available again.
 */
const pauseAfter = (attempts: number): number =>
  (0.5 + Math.random() / 2) * Math.min(2 ** attempts / 20, maxPauseSeconds)

/**
 * Opens a pool for a URL with one or more hosts. Each connection is opened to the server that accepts writes.
 *
 * @param setting setting that contains the URL, for messages.
 */
export function openPool(url: string, options: PoolOptions, setting: DatabaseSetting = 'DATABASE_URL'): Sql {
  const locator = createPrimaryLocator(url, setting)
  if (!locator) return postgres(url, { backoff: pauseAfter, ...options })
  // The types of postgres.js lack the option `socket`.
  return postgres(firstUrl(url), {
    backoff: pauseAfter,
    ...options,
    socket: () => primarySocket(locator),
  } as PoolOptions)
}

/** Connection options for the driver of the queue. */
interface QueueConnection {
  readonly connectionString: string
  /** Creates the socket of each connection. */
  readonly stream: () => Socket
}

/** Connections of the queue to a database. */
interface QueueConnections {
  readonly options: QueueConnection
  /** Destroys the sockets of all connections. Their queries fail. */
  cut(): void
}

/** Returns the queue's connections for a URL with one or more hosts. */
export function queueConnections(url: string, setting: DatabaseSetting = 'DATABASE_URL'): QueueConnections {
  const locator = createPrimaryLocator(url, setting)
  const sockets = new Set<Socket>()
  return {
    options: {
      connectionString: locator ? firstUrl(url) : url,
      stream() {
        const socket = locator ? new PrimarySocket(locator) : new Socket()
        sockets.add(socket)
        return socket.once('close', () => sockets.delete(socket))
      },
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** User, password, database, and parameters are the same for all hosts. */
const firstUrl = (url: string): string => urlsByHost(url)?.urls[0] ?? url
