/** Tickets for which workers wait, first come, first served. */
export interface TicketLine {
  add(): void
  /** Waits for a ticket. False after the line was closed. */
  take(): Promise<boolean>
  close(): void
}

/** Returns a line with this number of tickets. */
export function ticketLine(tickets: number): TicketLine {
  let [left, isClosed] = [tickets, false]
  const waiting: ((isTicket: boolean) => void)[] = []
  return {
    add() {
      const next = waiting.shift()
      if (next) next(true)
      else left += 1
    },
    async take() {
      if (isClosed) return false
      if (left === 0) return new Promise((resolve) => waiting.push(resolve))
      left -= 1
      return true
    },
    close() {
      isClosed = true
      for (const next of waiting) next(false)
    },
  }
}
