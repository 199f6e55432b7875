// Every operation of every library that has it: doc.go says what they are.

package bench

import "testing"

func BenchmarkPubkeyDerivation_P256K1(b *testing.B)  { measure(b, ours, pubkeyDerivation) }
func BenchmarkPubkeyDerivation_Btcec(b *testing.B)   { measure(b, btcecLibrary, pubkeyDerivation) }
func BenchmarkPubkeyDerivation_Dcrd(b *testing.B)    { measure(b, dcrdLibrary, pubkeyDerivation) }
func BenchmarkPubkeyDerivation_Geth(b *testing.B)    { measure(b, gethLibrary, pubkeyDerivation) }
func BenchmarkPubkeyDerivation_LibSecp(b *testing.B) { measure(b, libSecp, pubkeyDerivation) }
func BenchmarkPubkeyDerivation_LibSecpPureGo(b *testing.B) {
	measure(b, libSecpPureGo, pubkeyDerivation)
}
func BenchmarkPubkeyDerivation_LibSecpC(b *testing.B) { measure(b, libSecpC, pubkeyDerivation) }
func BenchmarkPubkeyDerivation_UFSecp(b *testing.B)   { measure(b, ufSecp, pubkeyDerivation) }

func BenchmarkXOnlyDerivation_P256K1(b *testing.B) { measure(b, ours, xonlyDerivation) }
func BenchmarkXOnlyDerivation_Btcec(b *testing.B) {
	measure(b, btcecLibrary, xonlyDerivation)
}
func BenchmarkXOnlyDerivation_Dcrd(b *testing.B) {
	measure(b, dcrdLibrary, xonlyDerivation)
}
func BenchmarkXOnlyDerivation_LibSecp(b *testing.B) { measure(b, libSecp, xonlyDerivation) }
func BenchmarkXOnlyDerivation_LibSecpPureGo(b *testing.B) {
	measure(b, libSecpPureGo, xonlyDerivation)
}
func BenchmarkXOnlyDerivation_LibSecpC(b *testing.B) { measure(b, libSecpC, xonlyDerivation) }
func BenchmarkXOnlyDerivation_UFSecp(b *testing.B)   { measure(b, ufSecp, xonlyDerivation) }

func BenchmarkSign_P256K1(b *testing.B)        { measure(b, ours, sign) }
func BenchmarkSign_Btcec(b *testing.B)         { measure(b, btcecLibrary, sign) }
func BenchmarkSign_LibSecp(b *testing.B)       { measure(b, libSecp, sign) }
func BenchmarkSign_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, sign) }
func BenchmarkSign_LibSecpC(b *testing.B)      { measure(b, libSecpC, sign) }
func BenchmarkSign_UFSecp(b *testing.B)        { measure(b, ufSecp, sign) }

func BenchmarkVerify_P256K1(b *testing.B)        { measure(b, ours, verify) }
func BenchmarkVerify_Btcec(b *testing.B)         { measure(b, btcecLibrary, verify) }
func BenchmarkVerify_LibSecp(b *testing.B)       { measure(b, libSecp, verify) }
func BenchmarkVerify_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, verify) }
func BenchmarkVerify_LibSecpC(b *testing.B)      { measure(b, libSecpC, verify) }

func BenchmarkParseVerify_P256K1(b *testing.B)        { measure(b, ours, parseVerify) }
func BenchmarkParseVerify_Btcec(b *testing.B)         { measure(b, btcecLibrary, parseVerify) }
func BenchmarkParseVerify_LibSecp(b *testing.B)       { measure(b, libSecp, parseVerify) }
func BenchmarkParseVerify_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, parseVerify) }
func BenchmarkParseVerify_LibSecpC(b *testing.B)      { measure(b, libSecpC, parseVerify) }
func BenchmarkParseVerify_UFSecp(b *testing.B)        { measure(b, ufSecp, parseVerify) }

func BenchmarkECDSASign_P256K1(b *testing.B)        { measure(b, ours, ecdsaSign) }
func BenchmarkECDSASign_Btcec(b *testing.B)         { measure(b, btcecLibrary, ecdsaSign) }
func BenchmarkECDSASign_Dcrd(b *testing.B)          { measure(b, dcrdLibrary, ecdsaSign) }
func BenchmarkECDSASign_Geth(b *testing.B)          { measure(b, gethLibrary, ecdsaSign) }
func BenchmarkECDSASign_LibSecp(b *testing.B)       { measure(b, libSecp, ecdsaSign) }
func BenchmarkECDSASign_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, ecdsaSign) }
func BenchmarkECDSASign_LibSecpC(b *testing.B)      { measure(b, libSecpC, ecdsaSign) }
func BenchmarkECDSASign_UFSecp(b *testing.B)        { measure(b, ufSecp, ecdsaSign) }

func BenchmarkECDSAVerify_P256K1(b *testing.B)        { measure(b, ours, ecdsaVerify) }
func BenchmarkECDSAVerify_Btcec(b *testing.B)         { measure(b, btcecLibrary, ecdsaVerify) }
func BenchmarkECDSAVerify_Dcrd(b *testing.B)          { measure(b, dcrdLibrary, ecdsaVerify) }
func BenchmarkECDSAVerify_LibSecp(b *testing.B)       { measure(b, libSecp, ecdsaVerify) }
func BenchmarkECDSAVerify_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, ecdsaVerify) }
func BenchmarkECDSAVerify_LibSecpC(b *testing.B)      { measure(b, libSecpC, ecdsaVerify) }

func BenchmarkECDSAParseVerify_P256K1(b *testing.B)  { measure(b, ours, ecdsaParseVerify) }
func BenchmarkECDSAParseVerify_Btcec(b *testing.B)   { measure(b, btcecLibrary, ecdsaParseVerify) }
func BenchmarkECDSAParseVerify_Dcrd(b *testing.B)    { measure(b, dcrdLibrary, ecdsaParseVerify) }
func BenchmarkECDSAParseVerify_Geth(b *testing.B)    { measure(b, gethLibrary, ecdsaParseVerify) }
func BenchmarkECDSAParseVerify_LibSecp(b *testing.B) { measure(b, libSecp, ecdsaParseVerify) }
func BenchmarkECDSAParseVerify_LibSecpPureGo(b *testing.B) {
	measure(b, libSecpPureGo, ecdsaParseVerify)
}
func BenchmarkECDSAParseVerify_LibSecpC(b *testing.B) { measure(b, libSecpC, ecdsaParseVerify) }
func BenchmarkECDSAParseVerify_UFSecp(b *testing.B)   { measure(b, ufSecp, ecdsaParseVerify) }

func BenchmarkRecover_P256K1(b *testing.B)        { measure(b, ours, recoverKey) }
func BenchmarkRecover_Btcec(b *testing.B)         { measure(b, btcecLibrary, recoverKey) }
func BenchmarkRecover_Dcrd(b *testing.B)          { measure(b, dcrdLibrary, recoverKey) }
func BenchmarkRecover_Geth(b *testing.B)          { measure(b, gethLibrary, recoverKey) }
func BenchmarkRecover_LibSecp(b *testing.B)       { measure(b, libSecp, recoverKey) }
func BenchmarkRecover_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, recoverKey) }
func BenchmarkRecover_LibSecpC(b *testing.B)      { measure(b, libSecpC, recoverKey) }
func BenchmarkRecover_UFSecp(b *testing.B)        { measure(b, ufSecp, recoverKey) }

func BenchmarkECDH_P256K1(b *testing.B)        { measure(b, ours, ecdh) }
func BenchmarkECDH_Btcec(b *testing.B)         { measure(b, btcecLibrary, ecdh) }
func BenchmarkECDH_Dcrd(b *testing.B)          { measure(b, dcrdLibrary, ecdh) }
func BenchmarkECDH_Geth(b *testing.B)          { measure(b, gethLibrary, ecdh) }
func BenchmarkECDH_LibSecp(b *testing.B)       { measure(b, libSecp, ecdh) }
func BenchmarkECDH_LibSecpPureGo(b *testing.B) { measure(b, libSecpPureGo, ecdh) }
func BenchmarkECDH_LibSecpC(b *testing.B)      { measure(b, libSecpC, ecdh) }
func BenchmarkECDH_UFSecp(b *testing.B)        { measure(b, ufSecp, ecdh) }
