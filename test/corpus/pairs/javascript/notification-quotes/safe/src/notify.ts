import { promisify } from 'node:util'
import { execFile } from 'node:child_process'

const start = promisify(execFile)

export interface Notification {
  title: string
  message: string
  urgency: 'low' | 'normal' | 'critical'
}

export async function notify({ title, message, urgency }: Notification): Promise<void> {
  const list = [`--urgency=${urgency}`, '--', title, message]
  await start('notify-send', list, { timeout: 3000 })
}
