/** The command that permits user namespaces; null when they are permitted. `read` gives the value of a setting. */
export function namespacesCommand(read: (name: string) => string | null): string | null
