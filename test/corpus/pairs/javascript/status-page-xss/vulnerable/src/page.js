export function page(tasks) {
  const items = [...tasks].map(([label, state]) => `<li class="task">${label}: ${state}</li>`)
  return `<!doctype html><title>Tasks</title><h1>Tasks</h1><ul>${items.join('')}</ul>`
}
