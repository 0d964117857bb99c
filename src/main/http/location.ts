/** Where an account's services are. */
export interface Location {
  base_url: string
  /** Of the video management service; null when the account has no token for it. */
  api_base_url: string | null
  /** The demo account's key and token, which are in memory only. */
  sessionKey?: string
  sessionToken?: string
}
