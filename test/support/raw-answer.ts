interface Asked {
  base_url: string
  analytics_key: string
}

/** The service's own answer, requested without any of our code. */
export async function rawAnswer<T>(service: Asked, path: string, input?: object): Promise<T> {
  const response = await fetch(service.base_url + path, {
    method: input ? 'POST' : 'GET',
    headers: {
      'X-Api-Token': service.analytics_key,
      'X-Api-Version': 'v1',
      'User-Agent': 'Plain reader',
      'Content-Type': 'application/json',
    },
    ...(input && { body: JSON.stringify(input) }),
  })
  return (await response.json()) as T
}
