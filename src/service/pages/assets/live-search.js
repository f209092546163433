// Searches as you type: submits the form automatically, and replaces the results with those of the response.
const form = document.querySelector('form[data-live]')
const status = document.querySelector('#search-status')
let request = new AbortController()
let timer = 0

async function search() {
  request.abort()
  request = new AbortController()
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  const address = fields.length > 0 ? `${form.action}?${new URLSearchParams(fields)}` : form.action
  try {
    const response = await fetch(address, { signal: request.signal, headers: { Accept: 'text/html' } })
    if (!response.ok) throw new Error(String(response.status))
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const results = page.querySelector('#results')
    if (!results) throw new Error('no results')
    document.querySelector('#results').replaceWith(document.adoptNode(results))
    // The "best match" order exists only with search words.
    const [order, served] = [document, page].map((each) => each.querySelector('select[name="sort"]'))
    // Moving options one by one changes the selection, so it is restored below.
    const { value } = served
    order.replaceChildren(...[...served.options].map((option) => document.adoptNode(option)))
    order.value = value
    history.replaceState(null, '', address)
    // The theme form redirects back to the current results.
    document.querySelector('input[name="back"]').value = `${location.pathname}${location.search}`
    status.textContent = document.querySelector('#total')?.textContent ?? ''
  } catch (error) {
    if (error.name !== 'AbortError') status.textContent = 'The search failed. Press Enter to try again.'
  }
}

form.addEventListener('input', (event) => {
  clearTimeout(timer)
  timer = setTimeout(search, event.target.type === 'search' ? 180 : 0)
})
