import { expect, test } from "vitest";
import { namesCredential } from "../../../src/run/control/credential-name.ts";

test.each(
  [
    ["token", "TARGET_TOKEN", "api-key", "privateKey", "pat", "app_private_key", "client_secret"],
    ["credentials", "password", "authorization", "github-token", "signing-key", "pem"],
    ["accessToken", "apikey", "APIKEY", "accesstoken", "APIToken", "ghtoken", "auth", "oauth"],
    ["cred", "creds", "pwd", "db_pwd", "passcode", "cookie", "privkey", "priv_key", "token2"],
    ["input_token", "output-token", "prompt_token", "token_number", "clientsecret", "tokens"],
    ["auth_header", "connection_string", "connectionString", "kubeconfig", "kube_config"],
    ["basic_auth", "oauth2", "dbpassword", "session_cookie", "deploykey", "PAT1"],
  ].flat(),
)("%s names a credential", (name) => expect(namesCredential(name)).toBe(true));

test.each(
  [
    ["target_repository", "max_tokens", "maxTokens", "token_budget", "token_count", "cache_key"],
    ["path", "correlation_id", "pattern", "input_tokens", "total_tokens", "token_limit", "key"],
    ["max_token", "author", "auth_mode", "authors", "monkey", "keyboard", "credits", "patch"],
    ["packages", "spec", "tokenizer", "secretary"],
  ].flat(),
)("%s does not name a credential", (name) => expect(namesCredential(name)).toBe(false));
