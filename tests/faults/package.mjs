// The package as it is built. FAULTS_PACKAGE names another build of it: with one that is broken on purpose anybody can
// see that these tests fail.
export const packagePath = process.env.FAULTS_PACKAGE ?? new URL("../../pkg/dist/index.js", import.meta.url).href;

export const { Client, EtherealQueryError, isEtherealQueryError } = await import(packagePath);
