'use strict'

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function retry(times, action) {
  let last
  for (let attempt = 0; attempt < times; attempt += 1) {
    try {
      return await action(attempt)
    } catch (error) {
      last = error
      await wait(250 * (attempt + 1))
    }
  }
  throw last
}

module.exports = { retry }
