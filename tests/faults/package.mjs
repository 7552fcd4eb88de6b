// The built package. FAULTS_PACKAGE names another build, to check that the tests fail with a defect.
export const packagePath = process.env.FAULTS_PACKAGE ?? new URL("../../pkg/dist/index.js", import.meta.url).href;

export const { Client, EtherealQueryError, isEtherealQueryError } = await import(packagePath);
