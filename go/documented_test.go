// Every exported name has a comment that begins with it; a call that takes or returns bytes says
// how many there are, or refers to a call that does.

package p256k1

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// published are the folders of the packages that others import.
var published = []string{".", "signer", "nostr", "libsecp256k1", "libsecp256k1/cgo", "ufsecp"}

var (
	hasBytes  = regexp.MustCompile(`\[(\d+)?\]byte`)
	saysSizes = regexp.MustCompile(`\bbytes?\b|\bany length\b|\[[A-Z]\w+[.\w]*\]`)
)

func TestDocumented(t *testing.T) {
	names := 0
	for _, folder := range published {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				for _, what := range undocumented(d, &names, func(n ast.Node) string {
					return string(source[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
				}) {
					t.Errorf("%s: %s", set.Position(d.Pos()), what)
				}
			}
		}
	}
	if names < 200 {
		t.Errorf("only %d exported names", names)
	}
}

// undocumented says what is missing in the comments of a declaration.
func undocumented(d ast.Decl, names *int, text func(ast.Node) string) (missing []string) {
	expect := func(id *ast.Ident, doc *ast.CommentGroup) {
		*names++
		if !strings.HasPrefix(doc.Text(), id.Name+" ") &&
			!strings.HasPrefix(doc.Text(), id.Name+":") {
			missing = append(missing, id.Name+" has no comment that begins with its name")
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() || d.Recv != nil && !exportedReceiver(d.Recv) {
			return nil
		}
		expect(d.Name, d.Doc)
		if hasBytes.MatchString(text(d.Type)) && !saysSizes.MatchString(d.Doc.Text()) {
			missing = append(missing, d.Name.Name+" does not say how many bytes")
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					doc := spec.Doc
					if doc == nil {
						doc = d.Doc
					}
					expect(spec.Name, doc)
				}
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					if !id.IsExported() {
						continue
					}
					*names++
					if spec.Doc.Text()+spec.Comment.Text()+d.Doc.Text() == "" {
						missing = append(missing, id.Name+" has no comment")
					}
				}
			}
		}
	}
	return missing
}

func exportedReceiver(receiver *ast.FieldList) bool {
	e := receiver.List[0].Type
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if index, ok := e.(*ast.IndexExpr); ok {
		e = index.X
	}
	id, ok := e.(*ast.Ident)
	return ok && id.IsExported()
}
