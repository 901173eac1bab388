import { resolve } from "node:path";
import type { EngineDeps } from "../../flows/engine/engine-deps.ts";
import { firstDefinitionOf } from "../compiler/first-definition.ts";
import { compileText } from "../compiler/project/compile-files.ts";
import { readDefinitionFile } from "../compiler/project/definition-file.ts";
import { outputOf, readOutput, writeOutput } from "../compiler/project/locate-output.ts";
import { placeSource } from "../compiler/project/locate-source.ts";
import { findRemotes } from "../compiler/service/repository-address.ts";
import { openPipelineCli } from "../compiler/service/pipeline-cli.ts";
import { findVariables } from "../compiler/service/find-variables.ts";
import { storeSecret } from "../compiler/service/store-secret.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import { verifyAppKey } from "../credentials/apps/verify-app-key.ts";
import { createBoundSend } from "../forge/bound-send.ts";
import { brands } from "../forge/brand.ts";
import { publicHost, resolveHost } from "../forge/host-profile.ts";
import { resolveApi } from "../forge/resolve-api.ts";
import { createSendOnce } from "../forge/send-once.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import type { EngineCommands } from "./engine-commands.ts";
import { openCompiling } from "./open-compiling.ts";

interface Location {
  readonly definitionName: string;
  readonly definitionFile: string;
  readonly commands: EngineCommands;
  readonly brand?: string | undefined;
  readonly org?: string | undefined;
  readonly project?: string | undefined;
}

/**
 * Creates the dependencies of the engine setup: a definition, its pipeline, the compiler, and the
 * pipeline service's CLI.
 */
export async function wireEngine({
  definitionName,
  definitionFile,
  commands,
  brand: spelling,
  org: organization,
  project,
}: Location): Promise<EngineDeps> {
  const compiling = await openCompiling(
    definitionName,
    spelling === undefined ? {} : { brand: spelling },
  );
  const { root, settings } = compiling.project;
  const { name } = placeSource(definitionName);
  const pipelineFile = outputOf(resolve(definitionName));
  const where = {
    ...(organization !== undefined && { organization }),
    ...(project !== undefined && { project }),
  };
  const files = [outputOf(name)];
  return {
    brand: brands[settings.brand],
    pinnedVersion: settings.engine.version,
    definitionFile,
    definitionName,
    pipelineFile,
    pipelineName: outputOf(definitionName),
    compileCommand: commands.compile,
    readDefinition: () => readDefinitionFile(definitionFile),
    readPipeline: () => readOutput(pipelineFile, name),
    firstText: () => firstDefinitionOf(definitionName, settings.brand),
    saveDefinition: async (text) => void (await writeOutput(definitionFile, text)),
    savePipeline: async (text) => void (await writeOutput(pipelineFile, text)),
    compile: (text) => compileText(text, definitionName, compiling),
    readKeyFile,
    verifyAppKey: ({ appId, apiUrl }, { key, signal }) => {
      const send = createBoundSend(createSendOnce(ourEnvironment()), { signal });
      const open = () => {
        const profile = apiUrl === undefined ? resolveHost(publicHost) : resolveApi(apiUrl);
        return createAppClient({ profile, send, clientId: appId, key });
      };
      return verifyAppKey(open, appId);
    },
    secrets: {
      find: async (signal) => {
        const made = { files, remotes: await findRemotes(root) };
        return findVariables(openPipelineCli(where, { signal }), made);
      },
      store: async (location, { signal, ...secret }) =>
        void (await storeSecret(openPipelineCli(where, { signal }), location, secret)),
    },
  };
}
