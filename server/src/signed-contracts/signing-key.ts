/**
 * With what this installation signs papers: SIGNING_KEY_FILE and SIGNING_CERTIFICATE_FILE, or a key and a certificate
 * of its own in the data folder, made at the first start, the certificate anew once it has ended. Papers carry their
 * certificate, so old ones can still be checked when it is another.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate, CryptoEngine, Extension, PublicKeyInfo, Time, TimeType } from 'pkijs';
import type { Config } from '#ground/config.ts';
import { keep, makeFolder, readPersisted, WrongDataDirError } from '#ground/data-dir.ts';
import { hasEnded, type SigningIdentity } from '#signed-contracts/detached-cms.ts';

const COMMON_NAME = 'Mùa, digital contracts';
const OID = { commonName: '2.5.4.3', keyUsage: '2.5.29.15' } as const;
/** digitalSignature and nonRepudiation: the first two bits. */
const KEY_USAGE = 0b1100_0000;
const UNUSED_BITS = 6;
const YEARS = 20;

/** @throws WrongDataDirError when what is there can't sign, with a sentence that says why. */
export async function readSigningIdentity({
  dataDir,
  signing,
}: Pick<Config, 'dataDir' | 'signing'>): Promise<SigningIdentity> {
  if (signing) return identityOf(readGiven(signing.keyFile), readGiven(signing.certificateFile), signing.keyFile);
  const [keyFile, certificateFile] = [join(dataDir, 'signing-key.pem'), join(dataDir, 'signing-certificate.pem')];
  makeFolder(dataDir);
  if (readPersisted(keyFile) === '') {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    keep(keyFile, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  }
  const key = readPersisted(keyFile);
  const kept = readPersisted(certificateFile);
  // Missing after a crash between the two.
  const certificate = certificateIn(kept);
  if (kept === '' || (certificate && hasEnded(certificate)))
    keep(certificateFile, await certify(createKey(key, keyFile)));
  return identityOf(key, readPersisted(certificateFile), keyFile);
}

function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new WrongDataDirError(`SIGNING_KEY_FILE: ${file} can't be read: ${(error as Error).message}`);
  }
}

function createKey(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new WrongDataDirError(`SIGNING_KEY_FILE: ${file} holds no private key in PEM`);
  }
}

function identityOf(keyPem: string, certificatePem: string, keyFile: string): SigningIdentity {
  const key = createKey(keyPem, keyFile);
  const isUsable =
    key.asymmetricKeyType === 'rsa' ||
    (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1');
  if (!isUsable) throw new WrongDataDirError(`SIGNING_KEY_FILE: ${keyFile} is neither a P-256 nor an RSA key`);
  const certificate = certificateIn(certificatePem);
  if (!certificate?.checkPrivateKey(key))
    throw new WrongDataDirError(`SIGNING_CERTIFICATE_FILE: there is no certificate of the key in ${keyFile}`);
  return { key, certificate };
}

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Signed by itself. One name in one part, because pkijs writes all parts of a name as one. */
async function certify(key: KeyObject): Promise<string> {
  const crypto = new CryptoEngine({ crypto: webcrypto });
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ valueHex: positiveBytes() });
  const name = new AttributeTypeAndValue({ type: OID.commonName, value: new Utf8String({ value: COMMON_NAME }) });
  certificate.subject.typesAndValues.push(name);
  certificate.issuer.typesAndValues.push(name);
  const from = new Date();
  certificate.notBefore = timeOf(from);
  certificate.notAfter = timeOf(
    new Date(Date.UTC(from.getUTCFullYear() + YEARS, from.getUTCMonth(), from.getUTCDate())),
  );
  const usage = new BitString({ valueHex: new Uint8Array([KEY_USAGE]).buffer, unusedBits: UNUSED_BITS });
  certificate.extensions = [new Extension({ extnID: OID.keyUsage, critical: true, extnValue: usage.toBER() })];
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  const signer = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(publicKeyOf(key));
  await certificate.sign(signer, 'SHA-256', crypto);
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER())).toString();
}

/** RFC 5280, 4.1.2.5: the type with two digits of the year ends with 2049. */
function timeOf(value: Date): Time {
  return new Time({ type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime, value });
}

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

/** Sixteen bytes by chance, as a number that is not negative. */
function positiveBytes(): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return new Uint8Array(bytes);
}
