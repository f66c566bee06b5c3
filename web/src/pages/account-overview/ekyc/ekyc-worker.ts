/** Looks for a QR code in a picture, beside the page: compiled code, which only this script's address may run. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

addEventListener('message', (event: MessageEvent<ImageData>) => {
  void readBarcodes(event.data, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    .then((found) => found.length > 0)
    // What can't be read here is read by the server.
    .catch(() => false)
    .then((isFound) => postMessage(isFound));
});
